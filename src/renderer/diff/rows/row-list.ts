import type { TextDiff } from '../engine/diff-text'
import { type OpenFolds, stretchesOf } from './folds'

export type RowLayout = 'split' | 'unified'

/** One row of a viewer. Lines are indices from 0; null: there is nothing on that side. */
export type Row =
  | { readonly type: 'same'; readonly before: number; readonly after: number }
  | {
      readonly type: 'changed'
      readonly before: number | null
      readonly after: number | null
      readonly block: number
    }
  | { readonly type: 'fold'; readonly fold: number; readonly lines: number; readonly edges: FoldEdges }

/** Which of a fold's ends lines can be opened from: the beginning of a file has none above. */
export type FoldEdges = { readonly top: boolean; readonly bottom: boolean }

export type RowList = {
  readonly count: number
  readonly at: (index: number) => Row
  /** Index of each block's first row. */
  readonly blockRows: Int32Array
}

const same = 0
const changed = 1
const fold = 2

/**
 * Rows of a difference as plain numbers (four a row), so that 100,000 of them are nothing to speak of. `isShort` leaves
 * out the folds before the first and after the last change: for a preview that has no room to open them.
 */
export function rowsOfDiff(diff: TextDiff, layout: RowLayout, opened: OpenFolds, isShort = false): RowList {
  const cells: number[] = []
  const blockRows = new Int32Array(diff.blocks.length)
  const last = diff.blocks.length
  for (const stretch of stretchesOf(diff, opened)) {
    const shift = stretch.fromAfter - stretch.from
    for (let line = stretch.from; line < stretch.hiddenFrom; line += 1)
      cells.push(same, line, line + shift, 0)
    const isEdge = stretch.index === 0 || stretch.index === last
    if (stretch.hiddenTo > stretch.hiddenFrom && !(isShort && isEdge)) {
      const edges = (stretch.index > 0 ? 1 : 0) + (stretch.index < last ? 2 : 0)
      cells.push(fold, stretch.index, stretch.hiddenTo - stretch.hiddenFrom, edges)
    }
    for (let line = stretch.hiddenTo; line < stretch.to; line += 1) cells.push(same, line, line + shift, 0)
    const block = diff.blocks[stretch.index]
    if (block === undefined) continue
    blockRows[stretch.index] = cells.length / 4
    if (layout === 'split')
      for (let at = 0; at < block.rows.length; at += 2)
        cells.push(changed, block.rows[at] ?? -1, block.rows[at + 1] ?? -1, stretch.index)
    else {
      for (let line = block.aFrom; line < block.aTo; line += 1) cells.push(changed, line, -1, stretch.index)
      for (let line = block.bFrom; line < block.bTo; line += 1) cells.push(changed, -1, line, stretch.index)
    }
  }
  return { ...rowList(Int32Array.from(cells)), blockRows }
}

/** Rows of one text alone. */
export function rowsOfText(count: number): RowList {
  return {
    count,
    at: (index) => ({ type: 'same', before: index, after: index }),
    blockRows: new Int32Array(0),
  }
}

function rowList(cells: Int32Array): Pick<RowList, 'count' | 'at'> {
  const at = (index: number): Row => {
    const [type = same, first = -1, second = -1, third = 0] = cells.subarray(index * 4, index * 4 + 4)
    if (type === same) return { type: 'same', before: first, after: second }
    if (type === changed)
      return {
        type: 'changed',
        before: first < 0 ? null : first,
        after: second < 0 ? null : second,
        block: third,
      }
    return {
      type: 'fold',
      fold: first,
      lines: second,
      edges: { top: (third & 1) !== 0, bottom: (third & 2) !== 0 },
    }
  }
  return { count: cells.length / 4, at }
}

/** The block that `n` (`step` 1) or `p` (`step` -1) goes to from the row at the top of the viewer; null: there is none. */
export function neighbourBlock(
  rows: RowList,
  current: number | null,
  topRow: number,
  step: 1 | -1,
): number | null {
  const count = rows.blockRows.length
  if (count === 0) return null
  if (current !== null) {
    const next = current + step
    return next >= 0 && next < count ? next : null
  }
  const below = rows.blockRows.findIndex((row) => row >= topRow)
  if (step === 1) return below < 0 ? null : below
  const above = below < 0 ? count - 1 : below - 1
  return above < 0 ? null : above
}
