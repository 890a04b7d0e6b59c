import type { SessionView } from '../../../shared'

/** The part of the list that was read: newest first, without gaps from the newest on. */
export type LoadedSessions = { readonly sessions: readonly SessionView[]; readonly total: number }

/** Joins an older page to what was read before. A session that is in both is taken as the page has it. */
export function addOlder(loaded: LoadedSessions, page: LoadedSessions): LoadedSessions {
  const known = new Set(page.sessions.map(({ id }) => id))
  return {
    sessions: [...loaded.sessions.filter(({ id }) => !known.has(id)), ...page.sessions],
    total: page.total,
  }
}

/** Where the next older page begins; null when all were read. */
export function cursorOf({ sessions, total }: LoadedSessions): number | null {
  const last = sessions.at(-1)
  return last === undefined || sessions.length >= total ? null : last.startedAt
}
