import type { NativeLine } from '../../../shared'
import type { Database } from '../database/connection'

/** Longest text that one page carries for a line, in characters; the whole of it is read for parsing again. */
const shownLength = 64 * 1024

export function createNativeLinesReader(db: Database) {
  const columns = 'line, seq, attempt, at'
  const after = db.prepare<[number, number, number, number], NativeLine>(
    `SELECT ${columns}, substr(text, 1, ?) AS text FROM native_lines WHERE session = ? AND line > ? ORDER BY line LIMIT ?`,
  )
  const whole = db.prepare<[number, number, number], NativeLine>(
    `SELECT ${columns}, text FROM native_lines WHERE session = ? AND line > ? ORDER BY line LIMIT ?`,
  )
  const last = db
    .prepare<[number], number>('SELECT line FROM native_lines WHERE session = ? ORDER BY line DESC LIMIT 1')
    .pluck()
  return {
    /** For a view: long lines are cut. */
    after: (session: number, line: number, limit: number): readonly NativeLine[] =>
      after.all(shownLength, session, line, limit),
    whole: (session: number, line: number, limit: number): readonly NativeLine[] =>
      whole.all(session, line, limit),
    count: (session: number): number => last.get(session) ?? 0,
  }
}

export type NativeLinesReader = ReturnType<typeof createNativeLinesReader>

export function createNativeLinesWriter(db: Database) {
  const add = db.prepare<[number, number, number, number, number, string]>(
    'INSERT INTO native_lines (session, line, seq, attempt, at, text) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const removeSome = db.prepare<[number, number, number]>(
    'DELETE FROM native_lines WHERE session = ? AND line IN (SELECT line FROM native_lines WHERE session = ? ORDER BY line LIMIT ?)',
  )
  return {
    add: (session: number, { line, seq, attempt, at, text }: NativeLine): void => {
      add.run(session, line, seq, attempt, at, text)
    },
    /** Removes up to `limit` lines of a session that is marked as deleted; how many there were. */
    removeSome: (session: number, limit: number): number => removeSome.run(session, session, limit).changes,
  }
}
