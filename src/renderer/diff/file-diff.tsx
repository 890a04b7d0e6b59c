import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { FileState, SessionId, Settings } from '../../shared'
import { cx } from '../lib/cx'
import { useSettings } from '../lib/settings'
import { ContextMenu, ErrorState, Loading, type MenuEntry } from '../ui'
import { DiffBody } from './diff-body'
import { DiffHeader } from './diff-header'
import { diffMenu } from './diff-menu'
import styles from './file-diff.module.css'
import type { SideLabels } from './outcome'
import { neighbourBlock, rowsOfDiff } from './rows/row-list'
import { useFileDiff } from './use-file-diff'
import { useNarrow } from './use-narrow'
import { usePosition } from './use-position'
import { rowHeight } from './viewer/code-viewer'

export type FileDiffProps = {
  readonly sessionId: SessionId
  readonly path: string
  /** The two states; null: the file is not there. Their content is read by hash. */
  readonly before: FileState | null
  readonly after: FileState | null
  /** Session that `after` belongs to, where it is another one (comparison). */
  readonly afterSessionId?: SessionId
  /** Fixed, without buttons to change it. Default: as the user set it. */
  readonly layout?: Settings['diffLayout']
  /** fill: takes its place and scrolls, with a header. content: as high as its rows, without one. */
  readonly height?: 'fill' | 'content'
  /** With `content`: rows shown at most. */
  readonly maxLines?: number
  /** What the sides are called. Default: before, after. */
  readonly labels?: SideLabels
  /** In place of the path in the header. */
  readonly title?: ReactNode
  /** Right of the path: what is compared. */
  readonly subtitle?: ReactNode
  /** In the header, before its own buttons. */
  readonly actions?: ReactNode
}

const usual: SideLabels = { before: 'the state before', after: 'the state after' }

/** Two states of a file compared: side by side or below each other, with everything that can't be shown as lines named. */
export function FileDiff(props: FileDiffProps) {
  const { sessionId, path, before, after, height = 'fill', labels = usual } = props
  const settings = useSettings((store) => store.settings)
  const [ignoreWhitespace, setIgnoreWhitespace] = useState(false)
  const { state, retry } = useFileDiff(
    path,
    before === null ? null : { sessionId, state: before },
    after === null ? null : { sessionId: props.afterSessionId ?? sessionId, state: after },
    ignoreWhitespace,
  )
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const isNarrow = useNarrow(root)
  const isOneSided = before === null || after === null
  const wanted = props.layout ?? settings.diffLayout
  const layout = isNarrow || isOneSided ? 'unified' : wanted

  const loaded = state.type === 'ready' ? state : null
  const diff = loaded?.diff ?? null
  const position = usePosition(loaded?.key ?? '')
  const rows = useMemo(
    () => (diff === null ? null : rowsOfDiff(diff, layout, position.folds, height === 'content')),
    [diff, layout, position.folds, height],
  )

  const step = (by: 1 | -1) => {
    const element = scroller.current
    if (rows === null || element === null) return
    const next = neighbourBlock(rows, position.block, Math.ceil(element.scrollTop / rowHeight), by)
    if (next === null) return
    position.setBlock(next)
    const row = rows.blockRows[next] ?? 0
    element.scrollTop = Math.max(0, row * rowHeight - element.clientHeight / 3)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || height !== 'fill') return
    if (event.key !== 'n' && event.key !== 'p') return
    // Within a difference these go through its changes, whatever they do elsewhere in the view.
    event.preventDefault()
    step(event.key === 'n' ? 1 : -1)
  }
  const [menu, setMenu] = useState<readonly MenuEntry[]>([])
  const shown = (
    <article
      ref={root}
      aria-label={`Difference in ${path}`}
      className={cx(styles.diff, height === 'fill' && styles.fill)}
      onKeyDown={onKeyDown}
      onContextMenu={() =>
        setMenu(diffMenu({ path, hasChanges: (diff?.blocks.length ?? 0) > 0, onStep: step }))
      }
    >
      {height === 'fill' && (
        <DiffHeader
          path={path}
          title={props.title}
          subtitle={props.subtitle}
          actions={props.actions}
          diff={diff}
          block={position.block}
          onStep={step}
          ignoreWhitespace={ignoreWhitespace}
          onIgnoreWhitespace={setIgnoreWhitespace}
          layout={layout}
          canSplit={!isNarrow && !isOneSided}
          isFixed={props.layout !== undefined}
        />
      )}
      {state.type === 'loading' && <Loading label={`Comparing ${path}`} rows={height === 'fill' ? 8 : 2} />}
      {state.type === 'failed' && (
        <ErrorState error={state.error} title="The difference can’t be shown" onRetry={retry} inline />
      )}
      {loaded !== null && (
        <DiffBody
          loaded={loaded}
          rows={rows}
          layout={layout}
          labels={labels}
          ignoreWhitespace={ignoreWhitespace}
          maxRows={height === 'fill' ? null : (props.maxLines ?? 200)}
          scroller={scroller}
          position={position}
        />
      )}
    </article>
  )
  // A preview lies in a row that has a menu of its own.
  return height === 'fill' ? <ContextMenu entries={menu}>{shown}</ContextMenu> : shown
}
