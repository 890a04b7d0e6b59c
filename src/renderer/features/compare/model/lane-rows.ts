import type { AlignedPair, Alignment } from '../../../../shared'

/** One row of the lanes: an aligned pair, a stretch of equal pairs that is folded, or a note between pairs. */
export type LaneRow =
  | { readonly type: 'pair'; readonly index: number; readonly isFirst: boolean }
  | { readonly type: 'fold'; readonly from: number; readonly to: number; readonly isOpen: boolean }
  | { readonly type: 'divergence'; readonly words: string }
  | { readonly type: 'same' }

/** Equal pairs in a row that are few enough to stay unfolded. */
const maxUnfolded = 3

/** Whether the two sides do the same in this row. */
export function isExact(pair: AlignedPair | undefined): boolean {
  return pair?.type === 'matched' && pair.level === 'exact'
}

/**
 * Lays an alignment out: stretches of equal pairs fold, but for the pair next to a difference, which shows what led to
 * it; a note stands before the first difference. `open` holds the `from` of the folds that were opened.
 */
export function laneRows(
  { pairs, firstDivergence }: Alignment,
  open: ReadonlySet<number>,
): readonly LaneRow[] {
  if (firstDivergence === null && pairs.length > 0)
    return [{ type: 'same' }, ...foldRows(0, pairs.length, open)]
  const rows: LaneRow[] = []
  let at = 0
  while (at < pairs.length) {
    const end = endOfEqual(pairs, at)
    if (end === at) {
      if (at === firstDivergence) rows.push({ type: 'divergence', words: divergenceWords(pairs[at]) })
      rows.push({ type: 'pair', index: at, isFirst: at === firstDivergence })
      at += 1
      continue
    }
    const keepFirst = at === 0 ? 0 : 1
    const keepLast = end === pairs.length ? 0 : 1
    const from = at + keepFirst
    const to = end - keepLast
    if (to - from <= maxUnfolded) rows.push(...pairRows(at, end))
    else rows.push(...pairRows(at, from), ...foldRows(from, to, open), ...pairRows(to, end))
    at = end
  }
  return rows
}

function endOfEqual(pairs: readonly AlignedPair[], from: number): number {
  let at = from
  while (at < pairs.length && isExact(pairs[at])) at += 1
  return at
}

function pairRows(from: number, to: number): readonly LaneRow[] {
  return Array.from({ length: to - from }, (_, index) => ({
    type: 'pair',
    index: from + index,
    isFirst: false,
  }))
}

function foldRows(from: number, to: number, open: ReadonlySet<number>): readonly LaneRow[] {
  const isOpen = open.has(from)
  return [{ type: 'fold', from, to, isOpen }, ...(isOpen ? pairRows(from, to) : [])]
}

function divergenceWords(pair: AlignedPair | undefined): string {
  switch (pair?.type) {
    case 'left_only':
      return 'only A has this frame'
    case 'right_only':
      return 'only B has this frame'
    default:
      return pair?.difference ?? 'something else'
  }
}

/** Pairs that are not equal, in order: where `N` and `P` go. */
export function differingPairs(pairs: readonly AlignedPair[]): readonly number[] {
  return pairs.flatMap((pair, index) => (isExact(pair) ? [] : [index]))
}

/** The differing pair after (1) or before (-1) the one at `current`; null: there is none that way. */
export function nextDifference(
  differing: readonly number[],
  current: number | null,
  step: 1 | -1,
): number | null {
  if (step === 1) return differing.find((index) => current === null || index > current) ?? null
  return differing.findLast((index) => current !== null && index < current) ?? null
}

/** The `from` of the closed fold that holds a pair; null when it is to be seen already. */
export function foldHolding(rows: readonly LaneRow[], pair: number): number | null {
  const fold = rows.find((row) => row.type === 'fold' && row.from <= pair && pair < row.to)
  return fold?.type === 'fold' && !fold.isOpen ? fold.from : null
}
