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

export function followAfterScroll(follow: Follow, { distance, up, byReader, count }: Scrolled): Follow {
  if (distance <= nearEnd) return follow.following ? follow : { following: true, seen: count }
  if (follow.following && up && byReader) return { following: false, seen: count }
  return follow
}

/** Rows that came since the reader left the bottom. */
export function newRows(follow: Follow, count: number): number {
  return follow.following ? 0 : Math.max(0, count - follow.seen)
}
