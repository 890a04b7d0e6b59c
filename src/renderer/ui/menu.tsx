import { Check, type LucideIcon } from 'lucide-react'
import { ContextMenu as RadixContext, DropdownMenu as RadixDropdown } from 'radix-ui'
import type { ReactElement } from 'react'
import { cx } from '../lib/cx'
import type { KeySpec } from '../lib/keys'
import { Kbd } from './kbd'
import styles from './menu.module.css'
import { portalPlace } from './portal-place'

export type MenuEntry =
  | {
      readonly type: 'item'
      readonly label: string
      readonly icon?: LucideIcon | undefined
      readonly keys?: KeySpec | undefined
      /** stop: it ends or destroys something. */
      readonly tone?: 'plain' | 'stop'
      /** A mark before it, for one of several choices. */
      readonly checked?: boolean
      readonly disabled?: boolean
      readonly onSelect: () => void
    }
  | { readonly type: 'separator' }
  | { readonly type: 'label'; readonly label: string }

type Parts = typeof RadixContext | typeof RadixDropdown

export type DropdownMenuProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly entries: readonly MenuEntry[]
  readonly align?: 'start' | 'end'
}

/** A menu under a button. Not modal: the modal kind adds a style element, which the page's policy refuses. */
export function DropdownMenu({ trigger, entries, align = 'end' }: DropdownMenuProps) {
  return (
    <RadixDropdown.Root modal={false}>
      <RadixDropdown.Trigger asChild>{trigger}</RadixDropdown.Trigger>
      <RadixDropdown.Portal container={portalPlace()}>
        <RadixDropdown.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          <Entries parts={RadixDropdown} entries={entries} />
        </RadixDropdown.Content>
      </RadixDropdown.Portal>
    </RadixDropdown.Root>
  )
}

export type ContextMenuProps = {
  /** One element: the right-click (or the menu key on it) opens the menu. */
  readonly children: ReactElement
  readonly entries: readonly MenuEntry[]
}

export function ContextMenu({ children, entries }: ContextMenuProps) {
  return (
    <RadixContext.Root modal={false}>
      <RadixContext.Trigger asChild>{children}</RadixContext.Trigger>
      <RadixContext.Portal container={portalPlace()}>
        <RadixContext.Content className={styles.menu} collisionPadding={8}>
          <Entries parts={RadixContext} entries={entries} />
        </RadixContext.Content>
      </RadixContext.Portal>
    </RadixContext.Root>
  )
}

function Entries({ parts, entries }: { readonly parts: Parts; readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => (
    <Entry
      key={entry.type === 'separator' ? `separator ${index}` : `${entry.type} ${entry.label}`}
      parts={parts}
      entry={entry}
    />
  ))
}

function Entry({ parts: Menu, entry }: { readonly parts: Parts; readonly entry: MenuEntry }) {
  switch (entry.type) {
    case 'separator':
      return <Menu.Separator className={styles.separator} />
    case 'label':
      return <Menu.Label className={styles.label}>{entry.label}</Menu.Label>
    case 'item':
      return (
        <Menu.Item
          className={cx(styles.item, entry.tone === 'stop' && styles.stop)}
          disabled={entry.disabled === true}
          onSelect={entry.onSelect}
        >
          <span className={styles.icon}>
            {entry.checked === true ? (
              <Check size={14} aria-label="chosen" />
            ) : (
              entry.icon && <entry.icon size={14} aria-hidden />
            )}
          </span>
          <span className="grow">{entry.label}</span>
          {entry.keys !== undefined && <Kbd keys={entry.keys} />}
        </Menu.Item>
      )
  }
}
