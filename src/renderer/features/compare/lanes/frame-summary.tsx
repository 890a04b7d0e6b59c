import type { FrameView } from '../../../../shared'
import { cx } from '../../../lib/cx'
import { plural } from '../../../lib/format'
import { changeCounts, stripAnsi, toolVerb } from '../../../timeline'
import { Chip, ToolIcon, toolKindOf } from '../../../ui'
import styles from './lanes.module.css'

const maxTools = 4

type FrameSummaryProps = {
  readonly frame: FrameView
  /** The frame beside it; null where there is none, or nothing differs. What differs from it is marked. */
  readonly twin: FrameView | null
}

/** A frame in a few lines: what was said, and the calls it made. */
export function FrameSummary({ frame, twin }: FrameSummaryProps) {
  const hidden = frame.tools.length - maxTools
  return (
    <div className={styles.words}>
      <p className={cx(styles.title, frame.thinking && styles.thinking)} title={frame.title}>
        {frame.title === '' ? 'Said nothing' : stripAnsi(frame.title)}
      </p>
      {frame.tools.slice(0, maxTools).map((tool, index) => (
        <ToolLine
          key={tool.callId}
          tool={tool}
          changes={frame.changes}
          isOther={twin !== null && differs(tool, twin.tools[index])}
        />
      ))}
      {hidden > 0 && <div className={styles.tool}>and {plural(hidden, 'more call')}</div>}
    </div>
  )
}

type Tool = FrameView['tools'][number]

function differs(tool: Tool, twin: Tool | undefined): boolean {
  return twin === undefined || twin.kind !== tool.kind || twin.target !== tool.target
}

type ToolLineProps = {
  readonly tool: Tool
  readonly changes: FrameView['changes']
  readonly isOther: boolean
}

function ToolLine({ tool, changes, isOther }: ToolLineProps) {
  const change = changes.find(({ path }) => path === tool.target)
  const counts = change === undefined ? null : changeCounts(change.additions, change.deletions)
  return (
    <div className={styles.tool}>
      <ToolIcon kind={toolKindOf(tool.kind)} size={13} />
      <b>{toolVerb(tool.kind, tool.tool)}</b>
      {tool.target !== null && (
        <code className={styles.target} title={tool.target}>
          {isOther ? <mark>{stripAnsi(tool.target)}</mark> : stripAnsi(tool.target)}
        </code>
      )}
      {counts !== null && <span className={styles.counts}>{counts}</span>}
      {tool.failed === true && <Chip tone="bad">failed</Chip>}
    </div>
  )
}
