import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../lib/format'
import { stripAnsi } from './ansi'
import styles from './json-tree.module.css'

const longText = 400
const maxChildren = 200

/** Any JSON value, folded level by level; the first level is open. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <fieldset className={styles.tree} aria-label={label} data-selectable>
      <Node name={null} value={value} depth={0} />
    </fieldset>
  )
}

function Node({
  name,
  value,
  depth,
}: {
  readonly name: string | null
  readonly value: unknown
  readonly depth: number
}) {
  const [open, setOpen] = useState(depth === 0)
  const children = childrenOf(value)
  const key = name === null ? null : <span className={styles.key}>{name}: </span>
  if (children === null || children.length === 0)
    return (
      <div className={styles.leaf}>
        {key}
        <Leaf value={value} />
      </div>
    )
  if (name === null) return <Children entries={children} depth={depth} />
  return (
    <div>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={12} aria-hidden className={open ? styles.open : undefined} />
        {key}
        <span className={styles.quiet}>
          {Array.isArray(value) ? plural(children.length, 'item') : plural(children.length, 'field')}
        </span>
      </button>
      {open && (
        <div className={styles.children}>
          <Children entries={children} depth={depth} />
        </div>
      )}
    </div>
  )
}

function Children({
  entries,
  depth,
}: {
  readonly entries: readonly (readonly [string, unknown])[]
  readonly depth: number
}) {
  const [all, setAll] = useState(false)
  const shown = all ? entries : entries.slice(0, maxChildren)
  return (
    <>
      {shown.map(([name, child]) => (
        <Node key={name} name={name} value={child} depth={depth + 1} />
      ))}
      {shown.length < entries.length && (
        <button type="button" className={styles.fold} onClick={() => setAll(true)}>
          Show {plural(entries.length - shown.length, 'more', 'more')}
        </button>
      )}
    </>
  )
}

function Leaf({ value }: { readonly value: unknown }) {
  const [all, setAll] = useState(false)
  if (typeof value !== 'string')
    return (
      <span className={value === null ? styles.quiet : styles.value}>
        {JSON.stringify(value) ?? 'nothing'}
      </span>
    )
  const text = stripAnsi(value)
  const shown = all || text.length <= longText ? text : `${text.slice(0, longText)}…`
  return (
    <>
      <span className={styles.text}>{shown === '' ? '""' : shown}</span>
      {shown.length < text.length && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          Show all {plural(text.length, 'character')}
        </button>
      )}
    </>
  )
}

function childrenOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  return typeof value === 'object' && value !== null ? Object.entries(value) : null
}
