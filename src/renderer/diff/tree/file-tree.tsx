import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FileChange, TreeEntry } from '../../../shared'
import { plural } from '../../lib/format'
import { Switch, TextField } from '../../ui'
import styles from './file-tree.module.css'
import { TreeList } from './tree-list'
import { maxFiltered, useTreeRows } from './use-tree-rows'

export type FileTreeProps = {
  readonly entries: readonly TreeEntry[]
  /** Marks and counts; deleted files are shown from here. */
  readonly changes?: readonly FileChange[]
  readonly selected: string | null
  readonly onSelect: (path: string) => void
  /** What the files are: “Files at frame 3”. Read aloud. */
  readonly label?: string
  /** Whether there is a field to find files by name. Default: true. */
  readonly canFilter?: boolean
}

const noChanges: readonly FileChange[] = []

/** A tree of files, with what changed marked in it. Folders open and close; only what is in view is drawn. */
export function FileTree(props: FileTreeProps) {
  const { entries, changes = noChanges, selected, onSelect, label = 'Files', canFilter = true } = props
  const [text, setText] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const filter = useMemo(() => ({ text, onlyChanged }), [text, onlyChanged])
  const { rows, toggle, files } = useTreeRows(entries, changes, selected, filter)
  return (
    <div className={styles.tree}>
      {canFilter && (
        <div className={styles.filter}>
          <Search size={13} aria-hidden className={styles.filterIcon} />
          <TextField
            label="Find files"
            hideLabel
            type="search"
            placeholder={`Find in ${plural(files, 'file')}`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            fieldClassName={styles.field}
          />
          {changes.length > 0 && <Switch label="Changed" checked={onlyChanged} onChange={setOnlyChanged} />}
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.none}>
          {files === 0 ? 'No files at this point.' : 'No file has this in its path.'}
        </p>
      ) : (
        <TreeList label={label} rows={rows} selected={selected} onSelect={onSelect} onToggle={toggle} />
      )}
      {rows.length === maxFiltered && <p className={styles.none}>The first {plural(maxFiltered, 'file')}.</p>}
    </div>
  )
}
