import { FileQuestion } from 'lucide-react'
import type { FileChange, SessionId } from '../../../shared'
import { FileDiff, FileText } from '../../diff'
import { autoRunOf } from '../../lib/auto-run'
import { AutoRunNote, EmptyState, ErrorState, Loading, Segmented } from '../../ui'
import styles from './replay.module.css'
import { type FileMode, whatIsShown } from './selection'
import type { FrameTree, TreeState } from './use-tree'

export type FileStageProps = {
  readonly sessionId: SessionId
  readonly state: TreeState
  readonly path: string | null
  readonly mode: FileMode
  readonly onMode: (mode: FileMode) => void
}

/** The chosen file: what this frame did to it, what was done since the start, or all of it as of the frame. */
export function FileStage({ sessionId, state, path, mode, onMode }: FileStageProps) {
  const { tree, shown, error, retry } = state
  return (
    <section className={styles.pane} aria-label="File">
      <div className={styles.bar}>
        <code className="truncate" title={path ?? undefined} data-selectable>
          {path}
        </code>
        <span className="grow" />
        <Segmented<FileMode>
          label="What is shown"
          size="small"
          value={mode}
          options={modes}
          onChange={onMode}
        />
      </div>
      {error !== null ? (
        <ErrorState title="The files of this frame can’t be read" error={error} onRetry={retry} />
      ) : tree === null ? (
        <Loading label="Reading the files" rows={8} />
      ) : path === null ? (
        <EmptyState icon={FileQuestion} title="No file" text="There was no file in the copy at this frame." />
      ) : (
        <Shown sessionId={sessionId} tree={tree} frame={shown ?? 0} path={path} mode={mode} />
      )}
    </section>
  )
}

const modes = [
  { value: 'frame', label: 'This frame' },
  { value: 'start', label: 'Since start' },
  { value: 'file', label: 'File' },
] as const

type ShownProps = {
  readonly sessionId: SessionId
  readonly tree: FrameTree
  readonly frame: number
  readonly path: string
  readonly mode: FileMode
}

/** A note where the change shown is one that would run by itself in the repository. */
function Flag({ change }: { readonly change: FileChange }) {
  const place = autoRunOf(change)
  return place === null ? null : <AutoRunNote place={place} />
}

function Shown({ sessionId, tree, frame, path, mode }: ShownProps) {
  const shown = whatIsShown(tree, path, mode)
  const before = mode === 'start' || frame <= 1 ? 'the start' : `frame ${frame - 1}`
  switch (shown.type) {
    case 'change':
      return (
        <>
          <Flag change={shown.change} />
          <FileDiff
            sessionId={sessionId}
            path={path}
            before={shown.change.before}
            after={shown.change.after}
            labels={{ before, after: `frame ${frame}` }}
            title={<span className={styles.note}>against {before}</span>}
          />
        </>
      )
    case 'file':
      return (
        <FileText
          sessionId={sessionId}
          path={path}
          state={shown.state}
          title={<span className={styles.note}>{fileNote(shown.note, frame)}</span>}
        />
      )
    case 'nothing':
      return <EmptyState icon={FileQuestion} title="Not there" text={shown.note} />
  }
}

function fileNote(note: string | null, frame: number): string {
  if (frame === 0) return 'as it was at the start'
  return note ?? `as of frame ${frame}`
}
