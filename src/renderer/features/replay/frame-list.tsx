import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import type { FrameView, SessionView } from '../../../shared'
import { isTestCommand } from '../../../shared'
import { cx } from '../../lib/cx'
import { formatCount, plural } from '../../lib/format'
import { changeCounts, plainTitle, stripAnsi, toolVerb } from '../../timeline'
import { Chip, ToolIcon, toolKindOf } from '../../ui'
import styles from './frame-list.module.css'

export type FrameListProps = {
  /** Those that were read, from the first on. */
  readonly frames: readonly FrameView[]
  readonly last: number
  readonly frame: number
  readonly view: SessionView
  readonly onFrame: (frame: number) => void
}

const estimatedHeight = 62

/** Every frame with its words and tools. The one shown stays in view. */
export function FrameList({ frames, last, frame, view, onFrame }: FrameListProps) {
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: last + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    overscan: 6,
    // What comes next is seen, too.
    scrollPaddingStart: 64,
    scrollPaddingEnd: 160,
  })
  useEffect(() => virtualizer.scrollToIndex(frame, { align: 'auto' }), [virtualizer, frame])
  return (
    <nav ref={scroller} className={styles.list} aria-label="Frames">
      <ol style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            className={styles.item}
            style={{ transform: `translateY(${start}px)` }}
          >
            <FrameItem
              number={index}
              frame={frames[index - 1] ?? null}
              files={view.inventory?.files ?? null}
              isOn={index === frame}
              onFrame={onFrame}
            />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type FrameItemProps = {
  readonly number: number
  /** Null: the start, or one that is still to be read. */
  readonly frame: FrameView | null
  readonly files: number | null
  readonly isOn: boolean
  readonly onFrame: (frame: number) => void
}
const shownTools = 4

const FrameItem = memo(function FrameItem({ number, frame, files, isOn, onFrame }: FrameItemProps) {
  return (
    <button
      type="button"
      tabIndex={isOn ? 0 : -1}
      aria-current={isOn ? 'step' : undefined}
      className={cx(styles.frame, isOn && styles.on)}
      onClick={() => onFrame(number)}
    >
      <span className={styles.number}>{formatCount(number)}</span>
      <span className={styles.words}>
        {frame === null ? (
          <span className="dim">{number > 0 ? 'Reading this frame' : startWords(files)}</span>
        ) : (
          <>
            {!isToolTitle(frame) && (
              <span className={cx(styles.title, frame.thinking && styles.thinking)}>
                {frame.title === '' ? `Frame ${number}` : plainTitle(frame.title, 400)}
              </span>
            )}
            {frame.tools.slice(0, shownTools).map((tool) => (
              <ToolLine key={tool.callId} tool={tool} frame={frame} />
            ))}
            {frame.tools.length > shownTools && (
              <span className="faint">and {plural(frame.tools.length - shownTools, 'more call')}</span>
            )}
          </>
        )}
      </span>
    </button>
  )
})

function startWords(files: number | null): string {
  return files === null ? 'Start' : `Start: a copy of ${plural(files, 'file')}`
}

/** A frame without words is titled by its first call, which is shown below anyway. */
function isToolTitle({ title, tools }: FrameView): boolean {
  const first = tools[0]
  if (first === undefined || title === '') return false
  const { tool, target } = first
  return (target === null ? tool : `${tool} ${target}`).startsWith(title.replace(/…$/, '').trimEnd())
}

function ToolLine({ tool, frame }: { readonly tool: FrameView['tools'][number]; readonly frame: FrameView }) {
  const change = frame.changes.find(({ path }) => path === tool.target)
  const counts = change === undefined ? null : changeCounts(change.additions, change.deletions)
  const isTest = tool.kind === 'run' && tool.target !== null && isTestCommand(tool.target)
  return (
    <span className={styles.tool}>
      <ToolIcon kind={toolKindOf(tool.kind)} size={13} />
      <b>{stripAnsi(toolVerb(tool.kind, tool.tool))}</b>
      {tool.target !== null && <code className={styles.target}>{stripAnsi(tool.target)}</code>}
      {tool.failed === true && <Chip tone="bad">failed</Chip>}
      {tool.failed === false && isTest && <Chip tone="ok">passed</Chip>}
      {counts !== null && <span className={styles.counts}>{counts}</span>}
    </span>
  )
}
