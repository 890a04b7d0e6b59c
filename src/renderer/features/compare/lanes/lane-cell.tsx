import { Rewind } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { FrameView } from '../../../../shared'
import { cx } from '../../../lib/cx'
import { IconButton } from '../../../ui'
import { FrameDetail } from './frame-detail'
import { FrameSummary } from './frame-summary'
import { type LaneSession, openFrame } from './lane-session'
import styles from './lanes.module.css'
import type { LaneSide } from './use-lanes'

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

/** A frame in its lane. A click opens it. */
export function LaneCell(props: LaneCellProps) {
  const { side, lane, index, twin, difference, isExpanded, isActive, onSelect, onToggle } = props
  const [isHovered, setHovered] = useState(false)
  const frame = lane.frames[index]
  if (frame === undefined) return <td className={styles.gap} />
  const onClick = (event: MouseEvent) => {
    onSelect()
    const isControl =
      event.target instanceof Element && event.target.closest('button,a,summary,section') !== null
    // Selecting text in a cell is no click on it.
    if (!isControl && window.getSelection()?.isCollapsed !== false) onToggle()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
      role="gridcell"
      data-side={side}
      tabIndex={isActive ? 0 : -1}
      aria-expanded={isExpanded}
      className={styles.cell}
      onClick={onClick}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <div className={styles.summary}>
        <span className={styles.number}>
          <span className="sr-only">{side === 'left' ? 'A' : 'B'}, frame </span>
          {frame.frame}
        </span>
        {isExpanded ? (
          <FrameDetail session={lane.session} frames={lane.frames} index={index} kept={lane.kept}>
            <FrameSummary frame={frame} twin={twin} />
          </FrameDetail>
        ) : (
          <FrameSummary frame={frame} twin={twin} />
        )}
        {difference !== null && <span className={styles.difference}>{difference}</span>}
        {(isHovered || isActive) && <OpenButton lane={lane} index={index} />}
      </div>
    </td>
  )
}

/** Only where the pointer or the keyboard is: a button in every cell would be too much to look at, and to draw. */
function OpenButton({ lane, index }: { readonly lane: LaneSession; readonly index: number }) {
  return (
    <span className={styles.open}>
      <IconButton
        icon={Rewind}
        label="Open this frame in replay"
        size="small"
        tabIndex={-1}
        onClick={() => openFrame(lane, index)}
      />
    </span>
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
