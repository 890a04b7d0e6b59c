import { type ReactNode, useMemo } from 'react'
import styles from './file-tree.module.css'
import { TreeList } from './tree-list'
import type { TreeRow } from './tree-model'

export type FileListProps = {
  /** What the files are. Read aloud. */
  readonly label: string
  readonly paths: readonly string[]
  readonly selected: string | null
  readonly onSelect: (path: string) => void
  /** Drawn at the end of a file's row. */
  readonly mark: (path: string) => ReactNode
}

const nothing = () => undefined

/** Files by their whole paths, one below the other; the keyboard walks through it as through a tree. */
export function FileList({ label, paths, selected, onSelect, mark }: FileListProps) {
  const rows = useMemo(
    () => paths.map((path): TreeRow => ({ type: 'file', path, label: path, depth: 0, change: null })),
    [paths],
  )
  return (
    <div className={styles.tree}>
      <TreeList
        label={label}
        rows={rows}
        selected={selected}
        onSelect={onSelect}
        onToggle={nothing}
        hasTypeAhead={false}
        mark={mark}
      />
    </div>
  )
}
