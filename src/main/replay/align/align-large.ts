import { diff } from 'fast-myers-diff'
import { alignByScore } from './gotoh'
import { type Interned, sliceInterned } from './interned'
import type { Pairing } from './match'

/** Comparisons of intents before looking for the fewest differences gives up: about a second. */
const maxComparisons = 150_000_000
/** Frames of the longer side in one window, where sides have so little in common that they are aligned by windows. */
const windowLength = 500

type Range = readonly [fromLeft: number, toLeft: number, fromRight: number, toRight: number]

/**
 * Aligns sides that are too large to compare every pair of frames: frames of equal intent first (Myers), then what lies
 * between them by score wherever that part is small enough. Linear in memory; not always the best by score.
 */
export function alignLarge(left: Interned, right: Interned, maxCells: number): readonly Pairing[] {
  const pairings: Pairing[] = []
  let i = 0
  let j = 0
  const same = (until: number) => {
    while (i < until) {
      pairings.push({ left: i, right: j })
      i += 1
      j += 1
    }
  }
  for (const range of differingRanges(left, right) ?? windows(left.length, right.length)) {
    const [fromLeft, toLeft, , toRight] = range
    same(fromLeft)
    pairings.push(...between(left, right, range, maxCells))
    i = toLeft
    j = toRight
  }
  same(left.length)
  return pairings
}

/** Where intents differ; null when finding that out takes too long. */
function differingRanges(left: Interned, right: Interned): readonly Range[] | null {
  let budget = maxComparisons
  // Out of budget, everything counts as equal: that ends the search at once, and its result is thrown away.
  const equal = (i: number, j: number): boolean => {
    budget -= 1
    return budget < 0 || left.intent[i] === right.intent[j]
  }
  const ranges = [...diff(left.intent, right.intent, equal)]
  return budget < 0 ? null : ranges
}

function windows(left: number, right: number): readonly Range[] {
  const count = Math.ceil(Math.max(left, right) / windowLength)
  const at = (length: number, index: number) => Math.floor((length * index) / count)
  return Array.from({ length: count }, (_, index) => [
    at(left, index),
    at(left, index + 1),
    at(right, index),
    at(right, index + 1),
  ])
}

function between(
  left: Interned,
  right: Interned,
  [fromLeft, toLeft, fromRight, toRight]: Range,
  maxCells: number,
): readonly Pairing[] {
  if ((toLeft - fromLeft) * (toRight - fromRight) > maxCells)
    return [
      ...indices(fromLeft, toLeft).map((index) => ({ left: index, right: -1 })),
      ...indices(fromRight, toRight).map((index) => ({ left: -1, right: index })),
    ]
  const part = alignByScore(sliceInterned(left, fromLeft, toLeft), sliceInterned(right, fromRight, toRight))
  return part.map((pairing) => ({
    left: pairing.left < 0 ? -1 : pairing.left + fromLeft,
    right: pairing.right < 0 ? -1 : pairing.right + fromRight,
  }))
}

function indices(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
