import { create } from 'zustand'
import type { SessionId } from '../../../shared'

/** The two sessions picked for a comparison: A is left, B is right. */
export type Picks = { readonly a: SessionId | null; readonly b: SessionId | null }
export const noPicks: Picks = { a: null, b: null }

/** Picks a session, or takes it back. A third one takes B's place. */
export function togglePick({ a, b }: Picks, id: SessionId): Picks {
  if (id === a) return { a: b, b: null }
  if (id === b) return { a, b: null }
  return a === null ? { a: id, b } : { a, b: id }
}

export function sideOf({ a, b }: Picks, id: SessionId): 'a' | 'b' | null {
  if (id === a) return 'a'
  return id === b ? 'b' : null
}

/** Kept while the window lives, so that a look at a replay does not lose them. */
export const usePicks = create<{ readonly picks: Picks; readonly set: (picks: Picks) => void }>((set) => ({
  picks: noPicks,
  set: (picks) => set({ picks }),
}))
