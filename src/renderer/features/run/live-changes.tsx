import { Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangedFile, SessionView } from '../../../shared'
import { formatCount, plural } from '../../lib/format'
import { Panel } from '../../ui'
import { changeGroups } from './change-groups'
import { ChangeIcon } from './change-icon'
import styles from './live-side.module.css'

export type LiveChangesProps = { readonly view: SessionView; readonly onRow: (row: number) => void }

/** The files a run changed; those that would run by themselves in the repository stand first, with who would run them. */
export function LiveChanges({ view, onRow }: LiveChangesProps) {
  const more = view.changedFiles - view.changes.length
  const { flagged, others } = changeGroups(view.changes)
  return (
    <Panel
      kind="section"
      title={view.status === 'running' ? 'Changed so far' : 'Changed'}
      actions={view.changedFiles === 0 ? undefined : <Counts of={view} />}
    >
      {view.changes.length === 0 && (
        <p className="faint">{view.status === 'running' ? 'No file yet' : 'No file'}</p>
      )}
      {flagged.length > 0 && (
        <div className={styles.flagged}>
          <p className={styles.flaggedTitle}>
            <Zap size={13} aria-hidden />
            {flagged.length === 1 ? 'One would run by itself' : `${flagged.length} would run by themselves`}
          </p>
          <ul>
            {flagged.map(({ file, place }) => (
              <File key={file.path} file={file} onRow={onRow}>
                <p className={styles.why}>{place.why}</p>
              </File>
            ))}
          </ul>
        </div>
      )}
      {others.length > 0 && (
        <ul>
          {others.map((file) => (
            <File key={file.path} file={file} onRow={onRow} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="faint">and {plural(more, 'more file')}</p>}
    </Panel>
  )
}

type FileProps = {
  readonly file: ChangedFile
  readonly onRow: (row: number) => void
  readonly children?: ReactNode
}

function File({ file, onRow, children }: FileProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.file}
        title={`${file.path}: show in the timeline`}
        onClick={() => onRow(file.row)}
      >
        <ChangeIcon change={file.change} />
        <span className={styles.path}>
          <bdi>{file.path}</bdi>
        </span>
        <Counts of={file} />
      </button>
      {children}
    </li>
  )
}

function Counts({ of }: { readonly of: Pick<ChangedFile, 'additions' | 'deletions'> }) {
  if (of.additions === null && of.deletions === null) return <span className={styles.counts}>binary</span>
  return (
    <span className={styles.counts}>
      <span className={styles.plus}>+{formatCount(of.additions ?? 0)}</span>
      <span className={styles.minus}>−{formatCount(of.deletions ?? 0)}</span>
    </span>
  )
}
