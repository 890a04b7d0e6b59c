import { type PointerEvent, useMemo } from 'react'
import type { AlignedPair } from '../../../../shared'
import { cx } from '../../../lib/cx'
import type { LaneRow } from '../model/lane-rows'
import { mapStretches } from '../model/map-stretches'
import styles from './lanes.module.css'

type LaneMapProps = {
  readonly pairs: readonly AlignedPair[]
  readonly rows: readonly LaneRow[]
  /** First and last row in view. */
  readonly first: number
  readonly last: number
  readonly current: number | null
  readonly onJump: (pair: number) => void
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

/** The whole comparison in one strip: where the two part and meet, what is in view. A press goes there. */
export function LaneMap({ pairs, rows, first, last, current, onJump }: LaneMapProps) {
  const stretches = useMemo(() => mapStretches(pairs), [pairs])
  if (pairs.length === 0) return <div className={styles.map} />
  const from = pairAt(rows, first, 1) / pairs.length
  const to = (pairAt(rows, last, -1) + 1) / pairs.length
  const jump = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(0.999_999, Math.max(0, (event.clientY - top) / height))
    event.currentTarget.setPointerCapture(event.pointerId)
    onJump(Math.floor(share * pairs.length))
  }
  return (
    // Keyboards go by N and P, to the same places.
    <div aria-hidden className={styles.map} onPointerDown={jump} onPointerMove={jump}>
      {stretches.map(({ kind, density, from: start, to: end }) => (
        <i
          key={start}
          className={cx(styles.stretch, styles[`map-${kind}`])}
          style={{
            top: percent(start),
            height: percent(end - start),
            opacity: kind === 'same' ? 0.4 : density,
          }}
        />
      ))}
      <i
        className={styles.viewport}
        style={{ top: percent(from), height: percent(Math.max(0, to - from)) }}
      />
      {current !== null && <i className={styles.here} style={{ top: percent(current / pairs.length) }} />}
    </div>
  )
}

/** The pair that the row at `index` shows, or the next one in direction `step`. */
function pairAt(rows: readonly LaneRow[], index: number, step: 1 | -1): number {
  for (let at = index; at >= 0 && at < rows.length; at += step) {
    const row = rows[at]
    if (row?.type === 'pair') return row.index
    if (row?.type === 'fold') return step === 1 ? row.from : row.isOpen ? row.from : row.to - 1
  }
  return 0
}
