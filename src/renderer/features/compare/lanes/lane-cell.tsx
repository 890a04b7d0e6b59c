import { ChevronRight, Rewind } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { FrameView, SessionView } from '../../../../shared'
import { cx } from '../../../lib/cx'
import { go } from '../../../lib/navigation'
import { ContextMenu, IconButton } from '../../../ui'
import { FrameDetail } from './frame-detail'
import { FrameSummary } from './frame-summary'
import styles from './lanes.module.css'
import type { LaneSide } from './use-lanes'

/** One session's part in the lanes. */
export type LaneSession = {
  readonly session: SessionView
  readonly frames: readonly FrameView[]
  readonly kept: Map<string, boolean>
}

type LaneCellProps = {
  readonly side: LaneSide
  readonly lane: LaneSession
  readonly index: number
  readonly twin: FrameView | null
  /** What differs, in words; shown where the two meet. */
  readonly difference: string | null
  readonly isExpanded: boolean
  /** Whether Tab reaches this cell: one in the whole grid. */
  readonly isActive: boolean
  readonly onSelect: () => void
  readonly onToggle: () => void
}

/** Opens a frame in its session's replay. */
export function openFrame({ session, frames }: LaneSession, index: number): void {
  go({ view: 'replay', sessionId: session.id, frame: frames[index]?.frame ?? null })
}

/** A frame in its lane. A click opens it; a right-click offers what else there is. */
export function LaneCell(props: LaneCellProps) {
  const { side, lane, index, twin, difference, isExpanded, isActive, onSelect, onToggle } = props
  const frame = lane.frames[index]
  if (frame === undefined) return <td className={styles.gap} />
  const onClick = (event: MouseEvent) => {
    onSelect()
    const isControl =
      event.target instanceof Element && event.target.closest('button,a,summary,section') !== null
    // Selecting text in a cell is no click on it.
    if (!isControl && window.getSelection()?.isCollapsed !== false) onToggle()
  }
  const name = side === 'left' ? 'A' : 'B'
  return (
    <ContextMenu
      entries={[
        {
          type: 'item',
          label: `Open frame ${frame.frame} of ${name} in replay`,
          icon: Rewind,
          keys: 'Enter',
          onSelect: () => openFrame(lane, index),
        },
        {
          type: 'item',
          label: isExpanded ? 'Close' : 'Show calls, results and changes',
          icon: ChevronRight,
          keys: 'space',
          onSelect: onToggle,
        },
        { type: 'separator' },
        {
          type: 'item',
          label: 'Copy what was said',
          onSelect: () => void navigator.clipboard.writeText(frame.title),
        },
      ]}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells */}
      <td
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
        role="gridcell"
        data-side={side}
        tabIndex={isActive ? 0 : -1}
        aria-label={`${name}, frame ${frame.frame}`}
        aria-expanded={isExpanded}
        className={styles.cell}
        onClick={onClick}
      >
        <div className={styles.summary}>
          <span className={styles.number}>{frame.frame}</span>
          {isExpanded ? (
            <FrameDetail session={lane.session} frames={lane.frames} index={index} kept={lane.kept}>
              <FrameSummary frame={frame} twin={twin} />
            </FrameDetail>
          ) : (
            <FrameSummary frame={frame} twin={twin} />
          )}
          {difference !== null && <span className={styles.difference}>{difference}</span>}
          <span className={styles.open}>
            <IconButton
              icon={Rewind}
              label={`Frame ${frame.frame} of ${name} in replay`}
              size="small"
              tabIndex={-1}
              onClick={() => openFrame(lane, index)}
            />
          </span>
        </div>
      </td>
    </ContextMenu>
  )
}

/** The place of a frame that this side does not have. */
export function GapCell({ side }: { readonly side: LaneSide }) {
  return (
    <td className={styles.gap}>
      <span className="sr-only">{side === 'left' ? 'A' : 'B'} has no frame here</span>
    </td>
  )
}

export function Spine({ kind }: { readonly kind: 'same' | 'changed' | 'first' | 'none' }) {
  return <td aria-hidden className={cx(styles.spine, styles[kind])} />
}
