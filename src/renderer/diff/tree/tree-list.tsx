import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import styles from './file-tree.module.css'
import { treeAction, typedRow } from './tree-keys'
import type { TreeRow } from './tree-model'
import { TreeRowView } from './tree-row-view'

const rowHeight = 26
const typingMs = 700

type TreeListProps = {
  readonly label: string
  readonly rows: readonly TreeRow[]
  readonly selected: string | null
  readonly onSelect: (path: string) => void
  readonly onToggle: (folder: string) => void
  /** Whether typing finds rows by name. Without, letters stay keys of the view. Default: true. */
  readonly hasTypeAhead?: boolean
  /** Drawn at the end of a file's row instead of its change. */
  readonly mark?: ((path: string) => ReactNode) | undefined
}

/** The rows of a tree: one of them can be reached by Tab, the arrows lead on from it. */
export function TreeList(props: TreeListProps) {
  const { label, rows, selected, onSelect, onToggle, hasTypeAhead = true, mark } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [activePath, setActivePath] = useState<string | null>(selected)
  const active = Math.max(0, indexOf(rows, activePath) ?? indexOf(rows, selected) ?? 0)
  const wantsFocus = useRef(false)
  const typed = useRef({ text: '', at: 0 })

  // The row that Tab reaches is always drawn, also when it is scrolled out of view.
  const rangeExtractor = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
    [active],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor,
  })

  useEffect(() => {
    const index = indexOf(rows, selected)
    if (index !== null) virtual.scrollToIndex(index, { align: 'auto' })
  }, [rows, selected, virtual])

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus()
  })

  const moveTo = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    wantsFocus.current = true
    setActivePath(row.path)
    virtual.scrollToIndex(index, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isTyped = hasTypeAhead && event.key.length === 1 && event.key !== ' '
    const action = isTyped ? typing(event.key) : treeAction(event.key, rows, active)
    // What is typed looks for a file: also when there is none, it is no key of the view.
    if (action !== null || isTyped) event.preventDefault()
    switch (action?.type) {
      case 'move':
        return moveTo(action.to)
      case 'toggle':
        wantsFocus.current = true
        return onToggle(action.folder)
      case 'select':
        return onSelect(action.path)
    }
  }
  const typing = (key: string) => {
    const now = performance.now()
    const text = now - typed.current.at < typingMs ? typed.current.text + key : key
    typed.current = { text, at: now }
    const to = typedRow(text, rows, active)
    return to === null ? null : ({ type: 'move', to } as const)
  }
  return (
    <div ref={scroller} className={styles.scroll}>
      <div
        role="tree"
        aria-label={label}
        tabIndex={-1}
        className={styles.rows}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <TreeRowView
              key={row.path}
              row={row}
              index={index}
              top={start}
              isActive={index === active}
              isSelected={row.type === 'file' && row.path === selected}
              mark={row.type === 'file' ? mark?.(row.path) : undefined}
              onPress={() => {
                setActivePath(row.path)
                if (row.type === 'folder') onToggle(row.path)
                else onSelect(row.path)
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

function indexOf(rows: readonly TreeRow[], path: string | null): number | null {
  const index = path === null ? -1 : rows.findIndex((row) => row.path === path)
  return index < 0 ? null : index
}
