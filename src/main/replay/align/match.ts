import type { MatchLevel } from '../../../shared'
import type { Interned } from './interned'
import { score } from './scores'

/** How far frame `i` of the left agrees with frame `j` of the right; null when they have nothing in common. */
export function matchLevel(left: Interned, i: number, right: Interned, j: number): MatchLevel | null {
  if (left.exact[i] === right.exact[j]) return 'exact'
  if (left.intent[i] === right.intent[j]) return 'intent'
  if (left.kind[i] === right.kind[j]) return 'kind'
  const lead = left.lead[i]
  return lead !== 0 && lead === right.lead[j] ? 'kind' : null
}

/** One row of an alignment before words are put to it: -1 where a side has a gap. */
export type Pairing = { readonly left: number; readonly right: number }

/** What a whole alignment counts, gaps included: the measure that alignments are compared by. */
export function scoreOf(left: Interned, right: Interned, pairings: readonly Pairing[]): number {
  let total = 0
  let gap: 'left' | 'right' | null = null
  for (const pairing of pairings) {
    if (pairing.left >= 0 && pairing.right >= 0) {
      const level = matchLevel(left, pairing.left, right, pairing.right)
      total += level === null ? score.mismatch : score[level]
      gap = null
      continue
    }
    const side = pairing.left >= 0 ? 'left' : 'right'
    total += score.gapExtend + (gap === side ? 0 : score.gapOpen)
    gap = side
  }
  return total
}
