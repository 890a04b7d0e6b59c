import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import type { Comparison } from '../../../../shared'
import { cx } from '../../../lib/cx'
import { ContextMenu } from '../../../ui'
import type { LaneRow } from '../model/lane-rows'
import { laneAction } from './lane-keys'
import { LaneMap } from './lane-map'
import { LaneRowView } from './lane-row-view'
import { type LaneSession, openFrame } from './lane-session'
import styles from './lanes.module.css'
import { useLaneMenu } from './use-lane-menu'
import { type LaneSide, type Lanes, laneKey } from './use-lanes'

const noteHeight = 31
const foldHeight = 35
const overscan = 6

export type LanesHandle = {
  /** Brings a pair into view and the keyboard to it. */
  readonly showPair: (pair: number) => void
}

type LanesGridProps = {
  readonly comparison: Comparison
  readonly lanes: Lanes
  readonly handle: Ref<LanesHandle>
}

/** The aligned frames in two lanes with a spine between, and the map beside them. Only rows in view are drawn. */
export function LanesGrid({ comparison, lanes, handle }: LanesGridProps) {
  const { rows, active } = lanes
  const scroller = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const reachable = active ?? firstReachable(rows)
  const left = useLane(comparison.left, comparison.leftFrames)
  const right = useLane(comparison.right, comparison.rightFrames)

  // The cell that Tab reaches is always drawn, also when it is scrolled out of view.
  const rangeExtractor = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), reachable])].sort((a, b) => a - b),
    [reachable],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index], comparison),
    getItemKey: (index) => laneKey(rows[index]),
    overscan,
    rangeExtractor,
  })

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const row = scroller.current?.querySelector(`[data-index="${reachable}"]`)
    const cell = row?.querySelector<HTMLElement>('td[tabindex="0"]')
    cell?.focus({ preventScroll: true })
  })

  const showPair = (pair: number) => {
    const row = lanes.showPair(pair)
    wantsFocus.current = true
    // Rows that a fold gives way to are laid out first.
    requestAnimationFrame(() => virtual.scrollToIndex(row, { align: 'center' }))
  }
  useImperativeHandle(handle, () => ({ showPair }))

  const moveTo = (index: number, side: LaneSide) => {
    const row = rows[index]
    if (row !== undefined) lanes.acts.moveTo(row, side)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof HTMLElement) || event.target.tagName !== 'TD') return
    const action = laneAction(event.key, rows, reachable, lanes.side, comparison.alignment.pairs)
    if (action === null) return
    event.preventDefault()
    switch (action.type) {
      case 'move':
        wantsFocus.current = true
        moveTo(action.row, action.side)
        virtual.scrollToIndex(action.row, { align: 'auto' })
        return
      case 'fold':
        wantsFocus.current = true
        return lanes.acts.toggleFold(action.from)
      case 'expand':
        return lanes.acts.toggleExpanded(action.pair)
      case 'open':
        return openFrame(action.side === 'left' ? left : right, action.index)
    }
  }
  const menu = useLaneMenu(comparison, lanes, left, right)
  return (
    <section className={styles.lanes} aria-label="Frames side by side">
      <div ref={scroller} className={styles.scroll}>
        <ContextMenu entries={menu.entries}>
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that the keyboard walks through
            role="grid"
            aria-label="Aligned frames"
            aria-rowcount={rows.length}
            className={styles.grid}
            onKeyDown={onKeyDown}
            onContextMenu={menu.onContextMenu}
          >
            <tbody className={styles.rows} style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map(({ index, start, key }) => {
                const row = rows[index]
                if (row === undefined) return null
                return (
                  <tr
                    key={key}
                    ref={virtual.measureElement}
                    data-index={index}
                    aria-rowindex={index + 1}
                    className={cx(styles.row, rowClass(row, comparison), index === active && styles.active)}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <LaneRowView
                      row={row}
                      comparison={comparison}
                      left={left}
                      right={right}
                      acts={lanes.acts}
                      isExpanded={row.type === 'pair' && lanes.isExpanded(row.index)}
                      reachable={index === reachable ? lanes.side : null}
                    />
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ContextMenu>
      </div>
      <LaneMap
        pairs={comparison.alignment.pairs}
        rows={rows}
        first={virtual.range?.startIndex ?? 0}
        last={virtual.range?.endIndex ?? 0}
        current={lanes.pair}
        onJump={showPair}
      />
    </section>
  )
}

function useLane(session: Comparison['left'], frames: Comparison['leftFrames']): LaneSession {
  return useMemo(() => ({ session, frames, kept: new Map<string, boolean>() }), [session, frames])
}

function firstReachable(rows: readonly LaneRow[]): number {
  return Math.max(
    0,
    rows.findIndex(({ type }) => type === 'pair' || type === 'fold'),
  )
}

function rowClass(row: LaneRow, { alignment }: Comparison): string | undefined {
  if (row.type !== 'pair') return undefined
  const type = alignment.pairs[row.index]?.type
  return type === 'left_only' ? styles.onlyLeft : type === 'right_only' ? styles.onlyRight : undefined
}

function estimate(row: LaneRow | undefined, { alignment, leftFrames, rightFrames }: Comparison): number {
  if (row === undefined || row.type === 'divergence' || row.type === 'same') return noteHeight
  if (row.type === 'fold') return foldHeight
  const pair = alignment.pairs[row.index]
  const left = pair !== undefined && pair.type !== 'right_only' ? leftFrames[pair.left]?.tools.length : 0
  const right = pair !== undefined && pair.type !== 'left_only' ? rightFrames[pair.right]?.tools.length : 0
  return 39 + Math.min(5, Math.max(left ?? 0, right ?? 0)) * 22
}
