/**
 * Lines that both sides have exactly once, as many of them as stand in the same order on both (the longest such run):
 * what patience diff holds on to. Pairs of indices, in order.
 */
export function anchors(a: Int32Array, b: Int32Array): readonly (readonly [number, number])[] {
  const onceInB = indicesOfUnique(b)
  const candidates: (readonly [number, number])[] = []
  for (const [line, i] of indicesOfUnique(a)) {
    const j = onceInB.get(line)
    if (i >= 0 && j !== undefined && j >= 0) candidates.push([i, j])
  }
  return longestRising(candidates)
}

/** Line → its one index, or -1 when there are more. In order of first appearance. */
function indicesOfUnique(side: Int32Array): ReadonlyMap<number, number> {
  const indices = new Map<number, number>()
  for (const [index, line] of side.entries()) indices.set(line, indices.has(line) ? -1 : index)
  return indices
}

/** The longest subsequence whose second members rise (patience sorting); the first members rise already. */
function longestRising(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const piles: number[] = []
  const before = new Int32Array(pairs.length).fill(-1)
  for (const [index, pair] of pairs.entries()) {
    let low = 0
    let high = piles.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[piles[middle] ?? 0]?.[1] ?? 0) < pair[1]) low = middle + 1
      else high = middle
    }
    before[index] = low === 0 ? -1 : (piles[low - 1] ?? -1)
    piles[low] = index
  }
  const result: (readonly [number, number])[] = []
  for (let at = piles.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at]
    if (pair !== undefined) result.push(pair)
  }
  return result.reverse()
}
