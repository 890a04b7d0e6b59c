import type { SessionId, SessionView } from '../../shared'
import { createChainCheck } from './chain'
import { readAfter, readRows } from './event-rows'
import { guard } from './store-error'
import type { TableReaders } from './tables'
import { toStoredEvent } from './tables/events'
import type { StoreReader } from './types'

export type ReaderDeps = {
  readonly tables: TableReaders
  /** Named in errors. */
  readonly file: string
  /** What the last commit left of a session that is being recorded, so that a live view costs no read. */
  readonly liveView: (id: SessionId) => SessionView | null
}

/** Events that are checked at a time: what keeps a turn of the main loop below a few milliseconds. */
const checkedAtOnce = 250

/** The reading handle, over a connection that can't write. */
export function createReader({ tables, file, liveView }: ReaderDeps): StoreReader {
  const { projects, consents, consentRecords, settings, sessions, events, frames, fileChanges, content } =
    tables
  const { nativeLines } = tables
  /** What `read` finds for the session's number, or `none` where there is no such session. */
  const of = <T>(id: SessionId, none: T, read: (key: number) => T): T => {
    const place = sessions.place(id)
    return place === null ? none : read(place.key)
  }
  const safely = <A extends readonly unknown[], R>(run: (...args: A) => R) => guard(file, run)

  const verification: StoreReader['verification'] = (id) => {
    const check = createChainCheck(id)
    return safely(() => {
      const place = sessions.place(id)
      if (place === null) return { events: 0, brokenSeq: null }
      const end = { seq: place.lastSeq, hash: place.lastHash }
      const next = events.linked(place.key, check.count(), checkedAtOnce)
      return check.follow(next, end) ?? (next.length < checkedAtOnce ? check.finish(end) : null)
    })
  }

  return {
    projects: safely(projects.all),
    project: safely(projects.one),
    consents: safely(consents.ofProject),
    consent: safely(consents.one),
    consentHistory: safely(consentRecords.ofProject),
    settings: safely(settings.get),
    sessions: safely(({ projectId, before, limit }) => ({
      ...sessions.page(projectId, before, limit),
      total: sessions.count(projectId),
    })),
    session: safely((id) => liveView(id) ?? sessions.one(id)),
    sessionCount: safely(sessions.count),
    unfinishedSessions: safely(sessions.unfinished),
    eventsAfter: safely((id, after, limit, maxBytes) =>
      of(id, [], (key) => readAfter(events, key, after, limit, maxBytes)),
    ),
    eventsOfRows: safely((id, from, count) => of(id, [], (key) => readRows(events, key, from, count))),
    firstEventOfType: safely((id, type) =>
      of(id, null, (key) => {
        const found = events.firstOfType(key, type)
        return found === null ? null : toStoredEvent(found)
      }),
    ),
    newestEventOfType: safely((id, type) =>
      of(id, null, (key) => {
        const found = events.newestOfRareType(key, type)
        return found === null ? null : toStoredEvent(found)
      }),
    ),
    contactEvents: safely((id, limit) =>
      of(id, [], (key) => [...events.contacts(key, limit)].map(toStoredEvent)),
    ),
    nativeLines: safely((id, { after, limit, whole }) =>
      of(id, { lines: [], total: 0 }, (key) => ({
        lines: whole ? nativeLines.whole(key, after, limit) : nativeLines.after(key, after, limit),
        total: nativeLines.count(key),
      })),
    ),
    frames: safely((id) => of(id, [], (key) => frames.views(key, 0, -1))),
    framesAfter: safely((id, after, limit) => of(id, [], (key) => frames.views(key, after, limit))),
    changesUpTo: safely((id, frame) => of(id, [], (key) => fileChanges.upTo(key, frame))),
    verify: (id) => {
      const next = verification(id)
      for (;;) {
        const verified = next()
        if (verified !== null) return verified
      }
    },
    verification,
    keptContent: safely((id, hash) => of(id, null, (key) => fileChanges.kept(key, hash))),
    contentEntry: safely(content.entry),
    knownContent: safely(content.known),
  }
}
