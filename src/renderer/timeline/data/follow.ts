/**
 * Whether a timeline follows its tail. It does while the reader is at the bottom; once the reader scrolls up it stays
 * where it is, and counts what came since.
 */
export type Follow = {
  readonly following: boolean
  /** Rows there were when the reader last was at the bottom. */
  readonly seen: number
}

export type Scrolled = {
  /** Pixels between the lower edge of what is shown and the end. */
  readonly distance: number
  readonly up: boolean
  /** The scroll came of a wheel, key, drag or touch, not of rows that changed their height. */
  readonly byReader: boolean
  readonly count: number
}

/** As near to the end as this counts as being there. */
export const nearEnd = 24

/** The first pixel up ends it: a scroll that is animated begins small, and must not be pulled back. */
export function followAfterScroll(follow: Follow, { distance, up, byReader, count }: Scrolled): Follow {
  const leaves = up && byReader
  if (follow.following) return leaves && distance > 1 ? { following: false, seen: count } : follow
  return distance <= nearEnd && !leaves ? { following: true, seen: count } : follow
}

/** Rows that came since the reader left the bottom. */
export function newRows(follow: Follow, count: number): number {
  return follow.following ? 0 : Math.max(0, count - follow.seen)
}
