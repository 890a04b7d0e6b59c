import { diff } from 'fast-myers-diff'
import { anchors } from './anchors'

/** Lines `[aFrom, aTo)` of one side stand where `[bFrom, bTo)` of the other do. */
export type Block = {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

export type LineDiff = {
  /** In order, never touching each other; all lines between them are equal. */
  readonly blocks: readonly Block[]
  /** The files differ so much that the search was cut short: the blocks are right, but may be larger than need be. */
  readonly approximate: boolean
}

/** Comparisons of lines before the search for the smallest difference gives up: under half a second. */
export const defaultBudget = 8_000_000

/**
 * Finds which lines differ between two lists of line numbers. Equal beginnings and ends are set aside, then lines that
 * only one side has (they can't match); what is left is searched (Myers) within `budget` comparisons, and cut at lines
 * that both sides have exactly once when that is not enough.
 */
export function diffLines(a: Int32Array, b: Int32Array, budget = defaultBudget): LineDiff {
  const head = commonHead(a, b)
  const tail = commonTail(a, b, head)
  const pairs: number[] = []
  for (let index = 0; index < head; index += 1) pairs.push(index, index)
  const middle = matchMiddle(a.subarray(head, a.length - tail), b.subarray(head, b.length - tail), budget)
  for (const [i, j] of middle.pairs) pairs.push(head + i, head + j)
  for (let index = tail; index > 0; index -= 1) pairs.push(a.length - index, b.length - index)
  return { blocks: blocksBetween(pairs, a.length, b.length), approximate: middle.approximate }
}

function commonHead(a: Int32Array, b: Int32Array): number {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a[count] === b[count]) count += 1
  return count
}

function commonTail(a: Int32Array, b: Int32Array, head: number): number {
  const most = Math.min(a.length, b.length) - head
  let count = 0
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1
  return count
}

type Pair = readonly [number, number]
type Matches = { readonly pairs: readonly Pair[]; readonly approximate: boolean }

function matchMiddle(a: Int32Array, b: Int32Array, budget: number): Matches {
  const inA = indicesOfShared(a, new Set(b))
  const inB = indicesOfShared(b, new Set(a))
  const matches = matchShared(
    Int32Array.from(inA, (i) => a[i] ?? 0),
    Int32Array.from(inB, (j) => b[j] ?? 0),
    budget,
  )
  return { ...matches, pairs: matches.pairs.map(([i, j]) => [inA[i] ?? 0, inB[j] ?? 0]) }
}

function indicesOfShared(side: Int32Array, other: ReadonlySet<number>): Int32Array {
  const indices: number[] = []
  for (const [index, line] of side.entries()) if (other.has(line)) indices.push(index)
  return Int32Array.from(indices)
}

function matchShared(a: Int32Array, b: Int32Array, budget: number): Matches {
  const best = searchWithin(a, b, budget)
  if (best !== null) return { pairs: best, approximate: false }
  const pairs: Pair[] = []
  let i = 0
  let j = 0
  const stops = [...anchors(a, b), [a.length, b.length] as const]
  for (const [toA, toB] of stops) {
    const between = searchWithin(a.subarray(i, toA), b.subarray(j, toB), Math.floor(budget / stops.length))
    for (const [x, y] of between ?? []) pairs.push([i + x, j + y])
    if (toA < a.length) pairs.push([toA, toB])
    i = toA + 1
    j = toB + 1
  }
  return { pairs, approximate: true }
}

/** Pairs of equal lines with the fewest others between them; null when that takes more than `budget` comparisons. */
function searchWithin(a: Int32Array, b: Int32Array, budget: number): readonly Pair[] | null {
  let left = budget
  // Out of budget, everything counts as equal: that ends the search at once, and its result is thrown away.
  const equal = (i: number, j: number): boolean => {
    left -= 1
    return left < 0 || a[i] === b[j]
  }
  const pairs: Pair[] = []
  let i = 0
  let j = 0
  for (const [fromA, toA, , toB] of diff(a, b, equal)) {
    while (i < fromA) pairs.push([i++, j++])
    i = toA
    j = toB
  }
  while (i < a.length) pairs.push([i++, j++])
  return left < 0 ? null : pairs
}

function blocksBetween(pairs: readonly number[], aLength: number, bLength: number): readonly Block[] {
  const blocks: Block[] = []
  let aFrom = 0
  let bFrom = 0
  const close = (aTo: number, bTo: number) => {
    if (aTo > aFrom || bTo > bFrom) blocks.push({ aFrom, aTo, bFrom, bTo })
    aFrom = aTo + 1
    bFrom = bTo + 1
  }
  for (let at = 0; at < pairs.length; at += 2) close(pairs[at] ?? 0, pairs[at + 1] ?? 0)
  close(aLength, bLength)
  return blocks
}
