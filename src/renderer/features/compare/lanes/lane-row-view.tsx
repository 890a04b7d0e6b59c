import { ChevronDown, ChevronRight, Equal, Split } from 'lucide-react'
import { memo } from 'react'
import type { Comparison } from '../../../../shared'
import { cx } from '../../../lib/cx'
import { plural } from '../../../lib/format'
import { foldWords } from '../model/fold-words'
import type { LaneRow } from '../model/lane-rows'
import { GapCell, LaneCell, Spine } from './lane-cell'
import type { LaneSession } from './lane-session'
import styles from './lanes.module.css'
import type { LaneActs, LaneSide } from './use-lanes'

export type LaneRowViewProps = {
  readonly row: LaneRow
  readonly comparison: Comparison
  readonly left: LaneSession
  readonly right: LaneSession
  readonly acts: LaneActs
  readonly isExpanded: boolean
  /** Side of the cell that Tab reaches; null: it is in another row. */
  readonly reachable: LaneSide | null
}

/** One row of the lanes. Scrolling draws no row again that was drawn. */
export const LaneRowView = memo(function LaneRowView(props: LaneRowViewProps) {
  const { row, comparison } = props
  switch (row.type) {
    case 'pair':
      return <PairCells {...props} row={row} />
    case 'fold':
      return <FoldCell {...props} row={row} />
    case 'divergence':
      return (
        <td className={cx(styles.note, styles.parts)} colSpan={3}>
          <Split size={13} aria-hidden />
          First divergence{after(comparison.alignment.prefix)}: {row.words}
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
})

/** How many frames came before the first divergence: all that are equal, folded or not. */
const after = (frames: number): string => (frames === 0 ? '' : ` after ${plural(frames, 'equal frame')}`)

type PairProps = LaneRowViewProps & { readonly row: Extract<LaneRow, { type: 'pair' }> }

function PairCells({ row, comparison, left, right, acts, isExpanded, reachable }: PairProps) {
  const pair = comparison.alignment.pairs[row.index]
  if (pair === undefined) return null
  const at = (side: LaneSide) => ({
    side,
    isExpanded,
    isActive: reachable === side || (reachable !== null && pair.type !== 'matched'),
    onSelect: () => acts.moveTo(row, side),
    onToggle: () => acts.toggleExpanded(row.index),
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

function FoldCell({ row, comparison, acts, reachable }: FoldProps) {
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
      tabIndex={reachable === null ? -1 : 0}
      aria-expanded={row.isOpen}
      onClick={() => {
        acts.moveTo(row, reachable ?? 'left')
        acts.toggleFold(row.from)
      }}
    >
      <Icon size={14} aria-hidden />
      <span className={styles.foldCount}>{plural(row.to - row.from, 'equal frame')}</span>
      <span className={styles.foldWords}>{foldWords(frames)}</span>
    </td>
  )
}
