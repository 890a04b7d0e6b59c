import type Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSession, message, openTestStore, rawDatabase } from './helpers'

describe('stored events (I4)', () => {
  it.each([
    ['an update', "UPDATE events SET body = '{}' WHERE seq = 2"],
    ['an update of a derived column', 'UPDATE events SET row = 7'],
    ['a delete', 'DELETE FROM events WHERE seq = 2'],
    ['a delete of everything', 'DELETE FROM events'],
    [
      'a replacement',
      "INSERT OR REPLACE INTO events SELECT session, seq, at, row, type, '{}', hash FROM events WHERE seq = 2",
    ],
    ['an update that replaces', 'UPDATE OR REPLACE events SET seq = 1 WHERE seq = 2'],
    ['a rewrite of the history of consents', "UPDATE consent_records SET kind = 'granted'"],
    ['a delete in the history of consents', 'DELETE FROM consent_records'],
    ['bringing a deleted session back', 'DELETE FROM deleted_sessions'],
  ])('are not touched by %s', (_name, sql) => {
    const store = openTestStore()
    const id = addSession(store, [message('a'), message('b')])
    const gone = addSession(store)
    store.write.deleteSession(gone)
    store.write.recordConsent({
      at: 1,
      projectId: store.read.session(id)?.projectId ?? expect.fail(),
      consentId: null,
      sessionId: null,
      kind: 'declined',
      detail: '',
    })
    const before = store.read.eventsAfter(id, 0, 10, 1e6)
    const db = rawDatabase(store.folder)
    expect(() => db.exec(sql)).toThrow(/append-only|stays deleted/)
    expect(store.read.eventsAfter(id, 0, 10, 1e6)).toEqual(before)
    expect(store.read.verify(id)).toEqual({ events: 3, brokenSeq: null })
  })

  it('may go only with their whole session, and nothing is added to it then', () => {
    const store = openTestStore()
    const id = addSession(store, [message('a')])
    const kept = addSession(store)
    const db = rawDatabase(store.folder)
    const key = db.prepare<[string], number>('SELECT key FROM sessions WHERE id = ?').pluck().get(id)
    store.write.deleteSession(id)
    expect(() => store.write.append(id, [{ at: 1, body: message('late') }])).toThrow(/not on record/)
    expect(() => db.prepare('DELETE FROM events WHERE session <> ?').run(key)).toThrow(/append-only/)
    expect(store.read.verify(kept)).toEqual({ events: 1, brokenSeq: null })
  })
})

describe('verifying a session', () => {
  it('finds any single byte that was altered past the triggers, and names its event', () => {
    const store = openTestStore()
    const texts = ['a', 'ü', '\ufffd\ufffd', '\u0000\n', 'z'.repeat(300)]
    const id = addSession(store, texts.map(message))
    const db = rawDatabase(store.folder)
    db.exec('DROP TRIGGER events_no_update')
    const column = fc.constantFrom('seq', 'at', 'type', 'body', 'hash')
    const seq = fc.integer({ min: 1, max: texts.length + 1 })
    fc.assert(
      fc.property(
        seq,
        column,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (seq, column, position, change) => {
          const restore = alter(db, seq, column, position, change)
          try {
            expect(store.read.verify(id).brokenSeq).toBe(seq)
          } finally {
            restore()
          }
          expect(store.read.verify(id).brokenSeq).toBeNull()
        },
      ),
      { numRuns: 300 },
    )
  })

  it('finds events that were cut off at the end, or all of them', () => {
    const store = openTestStore()
    const id = addSession(store, [message('a'), message('b')])
    const db = rawDatabase(store.folder)
    db.exec('DROP TRIGGER events_no_delete; DELETE FROM events WHERE seq = 3')
    expect(store.read.verify(id)).toEqual({ events: 2, brokenSeq: 3 })
    db.exec('DELETE FROM events WHERE seq > 0')
    expect(store.read.verify(id)).toEqual({ events: 0, brokenSeq: 1 })
  })

  it('finds an end that was cut off together with its record', () => {
    const store = openTestStore()
    const id = addSession(store, [message('a'), message('b')])
    const db = rawDatabase(store.folder)
    db.exec(
      'DROP TRIGGER events_no_delete; DELETE FROM events WHERE seq = 3; UPDATE sessions SET last_seq = 2',
    )
    expect(store.read.verify(id).brokenSeq).toBe(2)
  })
})

/** Changes one byte of one column of an event; returns what undoes that. Row ids are sequence numbers here. */
function alter(
  db: Sqlite.Database,
  seq: number,
  column: string,
  position: number,
  change: number,
): () => void {
  const set = (expression: string, value: unknown): void => {
    db.prepare(`UPDATE events SET ${column} = ${expression} WHERE rowid = ?`).run(value, seq)
  }
  const original = db.prepare(`SELECT ${column} FROM events WHERE rowid = ?`).pluck().get(seq)
  if (typeof original === 'number') {
    // Numbers of events that follow each other only grow, so that no two of them meet.
    set('?', column === 'seq' ? original + 1000 * change : original + change)
    return () => set('?', original)
  }
  const isText = typeof original === 'string'
  const bytes = Buffer.from(isText ? original : (original as Buffer))
  const at = position % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ change
  set(isText ? 'CAST(? AS TEXT)' : '?', bytes)
  return () => set('?', original)
}
