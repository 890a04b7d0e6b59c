import { ChevronDown, ChevronRight, Equal, Split } from 'lucide-react'
import type { Comparison } from '../../../../shared'
import { cx } from '../../../lib/cx'
import { plural } from '../../../lib/format'
import { foldWords } from '../model/fold-words'
import type { LaneRow } from '../model/lane-rows'
import { GapCell, LaneCell, type LaneSession, Spine } from './lane-cell'
import styles from './lanes.module.css'
import type { LaneSide, Lanes } from './use-lanes'

export type LaneRowViewProps = {
  readonly row: LaneRow
  readonly rowIndex: number
  readonly comparison: Comparison
  readonly left: LaneSession
  readonly right: LaneSession
  readonly lanes: Lanes
  readonly isActive: boolean
}

/** One row of the lanes. */
export function LaneRowView(props: LaneRowViewProps) {
  const { row } = props
  switch (row.type) {
    case 'pair':
      return <PairCells {...props} row={row} />
    case 'fold':
      return <FoldCell {...props} row={row} />
    case 'divergence':
      return (
        <td className={cx(styles.note, styles.parts)} colSpan={3}>
          <Split size={13} aria-hidden />
          First divergence: {row.words}
        </td>
      )
    case 'same':
      return (
        <td className={cx(styles.note, styles.meets)} colSpan={3}>
          <Equal size={13} aria-hidden />
          The two sessions are the same in every frame
        </td>
      )
  }
}

type PairProps = LaneRowViewProps & { readonly row: Extract<LaneRow, { type: 'pair' }> }

function PairCells({ row, rowIndex, comparison, left, right, lanes, isActive }: PairProps) {
  const pair = comparison.alignment.pairs[row.index]
  if (pair === undefined) return null
  const at = (side: LaneSide) => ({
    side,
    isExpanded: lanes.isExpanded(row.index),
    isActive: isActive && (lanes.side === side || pair.type !== 'matched'),
    onSelect: () => lanes.moveTo(rowIndex, side),
    onToggle: () => lanes.toggleExpanded(row.index),
  })
  if (pair.type === 'left_only')
    return (
      <>
        <LaneCell {...at('left')} lane={left} index={pair.left} twin={null} difference={null} />
        <Spine kind="none" />
        <GapCell side="right" />
      </>
    )
  if (pair.type === 'right_only')
    return (
      <>
        <GapCell side="left" />
        <Spine kind="none" />
        <LaneCell {...at('right')} lane={right} index={pair.right} twin={null} difference={null} />
      </>
    )
  const isExact = pair.level === 'exact'
  const leftTwin = isExact ? null : (comparison.rightFrames[pair.right] ?? null)
  const rightTwin = isExact ? null : (comparison.leftFrames[pair.left] ?? null)
  // The note above the first difference says what it is.
  const difference = row.isFirst ? null : pair.difference
  return (
    <>
      <LaneCell {...at('left')} lane={left} index={pair.left} twin={leftTwin} difference={difference} />
      <Spine kind={isExact ? 'same' : row.isFirst ? 'first' : 'changed'} />
      <LaneCell {...at('right')} lane={right} index={pair.right} twin={rightTwin} difference={null} />
    </>
  )
}

type FoldProps = LaneRowViewProps & { readonly row: Extract<LaneRow, { type: 'fold' }> }

function FoldCell({ row, rowIndex, comparison, lanes, isActive }: FoldProps) {
  const frames = comparison.alignment.pairs
    .slice(row.from, row.to)
    .flatMap((pair) => (pair.type === 'matched' ? (comparison.leftFrames[pair.left] ?? []) : []))
  const Icon = row.isOpen ? ChevronDown : ChevronRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
    <td
      className={styles.fold}
      colSpan={3}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
      role="gridcell"
      data-side="both"
      tabIndex={isActive ? 0 : -1}
      aria-expanded={row.isOpen}
      onClick={() => {
        lanes.moveTo(rowIndex)
        lanes.toggleFold(row.from)
      }}
    >
      <Icon size={14} aria-hidden />
      <span className={styles.foldCount}>{plural(row.to - row.from, 'frame')} in common</span>
      <span className={styles.foldWords}>{foldWords(frames)}</span>
    </td>
  )
}
