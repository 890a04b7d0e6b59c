import type { AlignedPair } from '../../../../shared'
import type { LaneRow } from '../model/lane-rows'
import type { LaneSide } from './use-lanes'

/** What a key does in the lanes. */
export type LaneAction =
  | { readonly type: 'move'; readonly row: number; readonly side: LaneSide }
  | { readonly type: 'fold'; readonly from: number }
  | { readonly type: 'expand'; readonly pair: number }
  | { readonly type: 'open'; readonly side: LaneSide; readonly index: number }

const page = 8

/** Finds what `key` does on the cell at row `at`, side `side`; null: nothing. */
export function laneAction(
  key: string,
  rows: readonly LaneRow[],
  at: number,
  side: LaneSide,
  pairs: readonly AlignedPair[],
): LaneAction | null {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return move(rows, at, 1, 1, side)
    case 'ArrowUp':
      return move(rows, at, -1, 1, side)
    case 'PageDown':
      return move(rows, at, 1, page, side)
    case 'PageUp':
      return move(rows, at, -1, page, side)
    case 'Home':
      return move(rows, -1, 1, 1, side)
    case 'End':
      return move(rows, rows.length, -1, 1, side)
    case 'ArrowLeft':
    case 'ArrowRight':
      return { type: 'move', row: at, side: key === 'ArrowLeft' ? 'left' : 'right' }
    case ' ':
      if (row?.type === 'pair') return { type: 'expand', pair: row.index }
      return row?.type === 'fold' ? { type: 'fold', from: row.from } : null
    case 'Enter':
      if (row?.type === 'fold') return { type: 'fold', from: row.from }
      return row?.type === 'pair' ? openOf(pairs[row.index], side) : null
    default:
      return null
  }
}

/** Goes `count` rows on that can be stood on, or as far as there are such. */
function move(
  rows: readonly LaneRow[],
  from: number,
  step: 1 | -1,
  count: number,
  side: LaneSide,
): LaneAction | null {
  let found: number | null = null
  let left = count
  for (let at = from + step; at >= 0 && at < rows.length && left > 0; at += step) {
    const type = rows[at]?.type
    if (type !== 'pair' && type !== 'fold') continue
    found = at
    left -= 1
  }
  return found === null ? null : { type: 'move', row: found, side }
}

function openOf(pair: AlignedPair | undefined, side: LaneSide): LaneAction | null {
  switch (pair?.type) {
    case 'left_only':
      return { type: 'open', side: 'left', index: pair.left }
    case 'right_only':
      return { type: 'open', side: 'right', index: pair.right }
    case 'matched':
      return { type: 'open', side, index: side === 'left' ? pair.left : pair.right }
    default:
      return null
  }
}
