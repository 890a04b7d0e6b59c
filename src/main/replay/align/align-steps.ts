import type { AlignedPair } from '../../../shared'
import { alignLarge } from './align-large'
import { difference } from './difference'
import { alignByScore } from './gotoh'
import { type Interned, internSteps, sliceInterned } from './interned'
import { matchLevel, type Pairing } from './match'
import type { Step } from './step'

/** Above this many pairs of frames (3,000 × 3,000) the quick way is taken. */
export const maxCells = 9_000_000

/** The quick way compares every pair of frames only within stretches up to this size. */
const maxCellsBetween = 250_000

type Side = 'left' | 'right' | 'both'

/** An alignment but for the time it took. */
export type AlignedSteps = {
  readonly pairs: readonly AlignedPair[]
  readonly prefix: number
  readonly suffix: number
  readonly firstDivergence: number | null
}

/**
 * Aligns two runs frame by frame. Equal beginnings and ends are paired first (no alignment can do better by them), the
 * rest by score. Pure, and symmetric: swapping the sides swaps the result and changes nothing else.
 */
export function alignSteps(left: readonly Step[], right: readonly Step[], cells = maxCells): AlignedSteps {
  if (comesFirst(right, left)) return swapSides(alignSteps(right, left, cells))
  const sides = internSteps(left, right)
  const [a, b] = sides
  const head = commonHead(a, b)
  const tail = commonTail(a, b, head)
  const middle = alignInOrder(
    sliceInterned(a, head, a.length - tail),
    sliceInterned(b, head, b.length - tail),
    cells,
  )
  const pairings = [
    ...straight(head, 0, 0),
    ...leftFirst(shifted(middle, head), sideOfPairing),
    ...straight(tail, a.length - tail, b.length - tail),
  ]
  return summarise(pairings.map((pairing) => toPair(pairing, sides, [left, right])))
}

function swapSides(aligned: AlignedSteps): AlignedSteps {
  const swapped = aligned.pairs.map((pair): AlignedPair => {
    if (pair.type === 'left_only') return { type: 'right_only', right: pair.left }
    if (pair.type === 'right_only') return { type: 'left_only', left: pair.right }
    return { ...pair, left: pair.right, right: pair.left }
  })
  return { ...aligned, pairs: leftFirst(swapped, sideOfPair) }
}

function shifted(pairings: readonly Pairing[], by: number): readonly Pairing[] {
  return pairings.map(({ left, right }) => ({
    left: left < 0 ? -1 : left + by,
    right: right < 0 ? -1 : right + by,
  }))
}

function straight(length: number, left: number, right: number): readonly Pairing[] {
  return Array.from({ length }, (_, index) => ({ left: left + index, right: right + index }))
}

/** How many pairs of frames are left to compare once equal beginnings and ends are paired. */
export function cellsToCompare(left: readonly Step[], right: readonly Step[]): number {
  const [a, b] = internSteps(left, right)
  const head = commonHead(a, b)
  const tail = commonTail(a, b, head)
  return (a.length - head - tail) * (b.length - head - tail)
}

function commonHead(a: Interned, b: Interned): number {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a.exact[count] === b.exact[count]) count += 1
  return count
}

function commonTail(a: Interned, b: Interned, head: number): number {
  const most = Math.min(a.length, b.length) - head
  let count = 0
  while (count < most && a.exact[a.length - 1 - count] === b.exact[b.length - 1 - count]) count += 1
  return count
}

/** Whether `a` comes first in the one order by which of equally good alignments the same is found from both sides. */
function comesFirst(a: readonly Step[], b: readonly Step[]): boolean {
  if (a.length !== b.length) return a.length < b.length
  const index = a.findIndex((step, at) => step.exact !== b[at]?.exact)
  return index >= 0 && (a[index]?.exact ?? '') < (b[index]?.exact ?? '')
}

function alignInOrder(a: Interned, b: Interned, cells: number): readonly Pairing[] {
  return a.length * b.length > cells ? alignLarge(a, b, Math.min(cells, maxCellsBetween)) : alignByScore(a, b)
}

/** Within a stretch that neither side shares, what only the left has comes first. */
function leftFirst<T>(rows: readonly T[], sideOf: (row: T) => Side): readonly T[] {
  const ordered: T[] = []
  let waiting: T[] = []
  for (const row of rows) {
    const side = sideOf(row)
    if (side === 'right') waiting.push(row)
    else {
      if (side === 'both') {
        ordered.push(...waiting)
        waiting = []
      }
      ordered.push(row)
    }
  }
  return [...ordered, ...waiting]
}

const sideOfPairing = ({ left, right }: Pairing): Side => (right < 0 ? 'left' : left < 0 ? 'right' : 'both')
const sideOfPair = ({ type }: AlignedPair): Side =>
  type === 'matched' ? 'both' : type === 'left_only' ? 'left' : 'right'

function toPair(
  { left, right }: Pairing,
  sides: readonly [Interned, Interned],
  steps: readonly [readonly Step[], readonly Step[]],
): AlignedPair {
  if (right < 0) return { type: 'left_only', left }
  if (left < 0) return { type: 'right_only', right }
  const level = matchLevel(sides[0], left, sides[1], right) ?? 'kind'
  const a = steps[0][left]
  const b = steps[1][right]
  const words = level === 'exact' || a === undefined || b === undefined ? null : difference(a, b)
  return { type: 'matched', left, right, level, difference: words }
}

function summarise(pairs: readonly AlignedPair[]): AlignedSteps {
  const first = pairs.findIndex((pair) => !isExact(pair))
  if (first < 0) return { pairs, prefix: pairs.length, suffix: 0, firstDivergence: null }
  const last = pairs.findLastIndex((pair) => !isExact(pair))
  return { pairs, prefix: first, suffix: pairs.length - 1 - last, firstDivergence: first }
}

function isExact(pair: AlignedPair): boolean {
  return pair.type === 'matched' && pair.level === 'exact'
}
