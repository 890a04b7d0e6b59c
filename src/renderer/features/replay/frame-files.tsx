import { FileTree } from '../../diff'
import { Loading } from '../../ui'
import styles from './replay.module.css'
import type { FileMode } from './selection'
import type { TreeState } from './use-tree'

export type FrameFilesProps = {
  readonly frame: number
  readonly state: TreeState
  readonly mode: FileMode
  readonly selected: string | null
  readonly onSelect: (path: string) => void
}

/** So many are found at a glance. */
const fewFiles = 24

/** The files as of the frame, with marks at those that changed: in it, or since the start when that is looked at. */
export function FrameFiles({ frame, state, mode, selected, onSelect }: FrameFilesProps) {
  const { tree, shown } = state
  return (
    <section className={styles.pane} aria-label="Files">
      <div className={styles.bar}>
        <h2>{(shown ?? frame) === 0 ? 'Files at the start' : `Files at frame ${shown ?? frame}`}</h2>
      </div>
      {tree === null ? (
        <Loading label="Reading the files" rows={8} />
      ) : (
        <FileTree
          entries={tree.entries}
          changes={mode === 'frame' ? tree.frameChanges : tree.changesSinceStart}
          selected={selected}
          onSelect={onSelect}
          label={`Files at frame ${shown ?? frame}`}
          canFilter={tree.entries.length > fewFiles}
        />
      )}
    </section>
  )
}
