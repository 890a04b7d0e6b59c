import { type EventType, parseEventBody, type StoredEvent } from '../../../shared'
import type { Database } from '../database/connection'

/** A stored event as its row: `hash` is its link in the session's chain (chain.ts). */
export type EventRow = {
  readonly seq: number
  readonly at: number
  readonly row: number
  readonly type: string
  readonly body: string
}
export type LinkedEventRow = Pick<EventRow, 'seq' | 'at' | 'type'> & {
  readonly bytes: Buffer
  readonly hash: Buffer
}

/** The kinds that the index events_of_rare_type holds; SQLite uses it where a query names the same list. */
const rareTypes: readonly EventType[] = [
  'session.started',
  'inventory.taken',
  'mirror.created',
  'consent.used',
  'attempt.started',
  'process.started',
  'process.exited',
  'cancel.requested',
  'limit.reached',
  'policy.violated',
  'output.checked',
  'session.finished',
]
const rareList = rareTypes.map((type) => `'${type}'`).join(', ')

const columns = 'seq, at, row, type, body'

/** What is unparsable, or of a kind this version doesn't know, becomes event.unknown (I11). */
export function toStoredEvent({ seq, at, row, type, body }: EventRow): StoredEvent {
  return { seq, at, row, body: parseEventBody(type, body) }
}

/** Reads of one session's events, by its number. The iterators must be used up or left before the next read. */
export function createEventsReader(db: Database) {
  const after = db.prepare<[number, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?`,
  )
  const linked = db.prepare<[number, number, number], LinkedEventRow>(
    `SELECT seq, at, type, CAST(body AS BLOB) AS bytes, hash FROM events
     WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?`,
  )
  const firstOfRow = db.prepare<[number, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND row = ? ORDER BY seq LIMIT ?`,
  )
  const newestOfRow = db.prepare<[number, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND row = ? ORDER BY seq DESC LIMIT ?`,
  )
  const callsAndFrames = db.prepare<[number], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND type IN ('tool.called', 'frame.started') ORDER BY seq`,
  )
  const firstOfType = db.prepare<[number, string], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND type = ? ORDER BY seq LIMIT 1`,
  )
  const firstOfRareType = db.prepare<[number, string], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND type = ? AND type IN (${rareList}) ORDER BY seq LIMIT 1`,
  )
  const newestOfRareType = db.prepare<[number, string], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND type = ? AND type IN (${rareList}) ORDER BY seq DESC LIMIT 1`,
  )
  const contacts = db.prepare<[number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE session = ? AND type = 'network.contact' ORDER BY seq LIMIT ?`,
  )
  const lastRow = db
    .prepare<[number], number>('SELECT row FROM events WHERE session = ? ORDER BY row DESC LIMIT 1')
    .pluck()
  return {
    after: (session: number, seq: number, limit: number) => after.iterate(session, seq, limit),
    linked: (session: number, after: number, limit: number) => linked.all(session, after, limit),
    firstOfRow: (session: number, row: number, limit: number) => firstOfRow.all(session, row, limit),
    newestOfRow: (session: number, row: number, limit: number) => newestOfRow.iterate(session, row, limit),
    callsAndFrames: (session: number) => callsAndFrames.iterate(session),
    /** At once for the kinds that come seldom; of another kind that a session has none of, all of it is looked through. */
    firstOfType: (session: number, type: EventType) =>
      (rareTypes.includes(type) ? firstOfRareType : firstOfType).get(session, type) ?? null,
    /** The newest event of a kind that comes seldom; null for any other kind. */
    newestOfRareType: (session: number, type: EventType) => newestOfRareType.get(session, type) ?? null,
    contacts: (session: number, limit: number) => contacts.iterate(session, limit),
    lastRow: (session: number) => lastRow.get(session) ?? null,
  }
}

export type EventsReader = ReturnType<typeof createEventsReader>

export function createEventsWriter(db: Database) {
  const add = db.prepare<[number, number, number, number, string, string, Buffer]>(
    'INSERT INTO events (session, seq, at, row, type, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const removeSome = db.prepare<[number, number, number]>(
    'DELETE FROM events WHERE session = ? AND seq IN (SELECT seq FROM events WHERE session = ? ORDER BY seq LIMIT ?)',
  )
  return {
    /** `json` is the event's body as it is stored, `hash` its link. */
    add: (session: number, { seq, at, row, body }: StoredEvent, json: string, hash: Buffer): void => {
      add.run(session, seq, at, row, body.type, json, hash)
    },
    /** Removes up to `limit` events of a session that is marked as deleted; how many there were. */
    removeSome: (session: number, limit: number): number => removeSome.run(session, session, limit).changes,
  }
}
