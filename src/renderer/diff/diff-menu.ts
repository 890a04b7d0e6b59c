import { ArrowDown, ArrowUp, Copy } from 'lucide-react'
import type { MenuEntry } from '../ui'

export type DiffMenuInput = {
  readonly path: string
  readonly hasChanges: boolean
  readonly onStep: (by: 1 | -1) => void
}

const copy = (text: string): void => void navigator.clipboard.writeText(text)

/** What a right-click in a difference offers. */
export function diffMenu({ path, hasChanges, onStep }: DiffMenuInput): readonly MenuEntry[] {
  const selected = window.getSelection()?.toString() ?? ''
  return [
    { type: 'item', label: 'Copy', icon: Copy, disabled: selected === '', onSelect: () => copy(selected) },
    { type: 'item', label: 'Copy path', onSelect: () => copy(path) },
    { type: 'separator' },
    {
      type: 'item',
      label: 'Next change',
      icon: ArrowDown,
      keys: 'n',
      disabled: !hasChanges,
      onSelect: () => onStep(1),
    },
    {
      type: 'item',
      label: 'Previous change',
      icon: ArrowUp,
      keys: 'p',
      disabled: !hasChanges,
      onSelect: () => onStep(-1),
    },
  ]
}
