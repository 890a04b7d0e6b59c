/** A secret in a text: where it lies (end exclusive), and the rule or variable that names it. */
export type FoundSecret = {
  readonly start: number
  readonly end: number
  readonly name: string
  /** Which name is given where several begin at the same place: the lowest. A known value's is given wherever it lies. */
  readonly rank: number
  /** It may go on behind what there is of the text, however that goes on (a private key that is not closed). */
  readonly open?: true
}

/** A piece of a text, and what of it belongs to secrets, also to ones that begin or end in a neighbouring piece. */
export type SecretPart = { readonly piece: string; readonly found: readonly FoundSecret[] }

/** The most telling name first: the variable or setting, the user's own pattern, the library's rule, our rule. */
export const ranks = { literal: 0, pattern: 1, library: 2, shape: 3 } as const

/** Joins what overlaps, so that no end of one is left beside the mask of another; in the order of the text. */
export function joinOverlapping(found: readonly FoundSecret[]): readonly FoundSecret[] {
  if (found.length < 2) return found
  const sorted = found.toSorted((a, b) => a.start - b.start || a.rank - b.rank || b.end - a.end)
  const joined: FoundSecret[] = []
  for (const next of sorted) {
    const last = joined.at(-1)
    if (last === undefined || next.start >= last.end) joined.push(next)
    else joined[joined.length - 1] = join(last, next)
  }
  return joined
}

function join(first: FoundSecret, next: FoundSecret): FoundSecret {
  const open = first.open ?? next.open
  const { name, rank } = next.rank === ranks.literal && first.rank !== ranks.literal ? next : first
  const joined = { ...first, name, rank, end: Math.max(first.end, next.end) }
  return open === undefined ? joined : { ...joined, open }
}
