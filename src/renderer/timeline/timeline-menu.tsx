import { Braces, Copy, Rewind, TextSelect } from 'lucide-react'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { copyText } from '../ui/copy-text'
import { ContextMenu, type MenuEntry } from '../ui/menu'
import type { SessionFeed } from './data/session-feed'
import { rowText } from './words/row-text'

export type TimelineMenuProps = {
  readonly feed: SessionFeed
  readonly onShowInReplay?: ((row: number) => void) | undefined
  readonly children: ReactElement
}

/** The right-click menu of all rows. One for all: a menu of its own for each row would slow a flood down. */
export function TimelineMenu({ feed, onShowInReplay, children }: TimelineMenuProps) {
  const [entries, setEntries] = useState<readonly MenuEntry[]>([])
  const choose = (event: SyntheticEvent): void => {
    const element = event.target instanceof Element ? event.target.closest('[data-row]') : null
    const number = Number(element?.getAttribute('data-row') ?? Number.NaN)
    setEntries(Number.isNaN(number) ? [] : entriesOf(feed, number, onShowInReplay))
  }
  return (
    <ContextMenu entries={entries}>
      {/* The row is read on the way down, before the menu opens. */}
      <div style={{ display: 'contents' }} onContextMenuCapture={choose}>
        {children}
      </div>
    </ContextMenu>
  )
}

function entriesOf(
  feed: SessionFeed,
  number: number,
  onShowInReplay: TimelineMenuProps['onShowInReplay'],
): readonly MenuEntry[] {
  const row = feed.row(number)
  if (row === undefined) return []
  const selected = getSelection()?.toString() ?? ''
  const entries: MenuEntry[] = [
    { type: 'item', label: 'Copy text', icon: Copy, onSelect: () => copyText(rowText(row)) },
    {
      type: 'item',
      label: 'Copy as JSON',
      icon: Braces,
      onSelect: () => copyText(JSON.stringify(row, null, 2)),
    },
  ]
  if (selected !== '')
    entries.unshift({
      type: 'item',
      label: 'Copy selection',
      icon: TextSelect,
      keys: 'mod+c',
      onSelect: () => copyText(selected),
    })
  if (onShowInReplay !== undefined)
    entries.push(
      { type: 'separator' },
      { type: 'item', label: 'Show in replay', icon: Rewind, onSelect: () => onShowInReplay(number) },
    )
  return entries
}
