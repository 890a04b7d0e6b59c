import { type EventBody, type FileChange, parseEventBody } from '../../../shared'
import type { Database } from '../database/connection'

/** Which event changed a file in which frame, and the content it names; the rest of the fact is in the event. */
export function createFileChangesReader(db: Database) {
  const upTo = db.prepare<[number, number], { frame: number; body: string }>(
    `SELECT file_changes.frame, events.body FROM file_changes
     JOIN events ON events.session = file_changes.session AND events.seq = file_changes.seq
     WHERE file_changes.session = ? AND file_changes.frame <= ? ORDER BY file_changes.frame, file_changes.seq`,
  )
  const hashes = db.prepare<[number], { before: Buffer | null; after: Buffer | null }>(
    'SELECT before_hash AS before, after_hash AS after FROM file_changes WHERE session = ?',
  )
  const kept = db.prepare<[number, Buffer], { type: string; body: string }>(
    `SELECT events.type, events.body FROM file_changes
     JOIN events ON events.session = file_changes.session AND events.seq = file_changes.seq
     WHERE file_changes.session = ? AND file_changes.frame = 0 AND file_changes.after_hash = ? LIMIT 1`,
  )
  const sessionsAfter = db
    .prepare<[number], number>(
      `SELECT session FROM file_changes WHERE session > ?
         AND session NOT IN (SELECT session FROM deleted_sessions WHERE cleaned = 0)
       ORDER BY session LIMIT 1`,
    )
    .pluck()
  return {
    upTo: (session: number, frame: number): readonly (FileChange & { readonly frame: number })[] =>
      upTo.all(session, frame).flatMap((row) => {
        const body = parseEventBody('file.changed', row.body)
        if (body.type !== 'file.changed') return []
        const { type: _, ...change } = body
        return [change]
      }),
    /** Every content hash that the session's changes name. */
    hashes: (session: number): readonly string[] =>
      hashes
        .all(session)
        .flatMap(({ before, after }) => [before, after])
        .flatMap((hash) => (hash === null ? [] : [hash.toString('hex')])),
    /** The event that names this content without being a change: an image, a transcript. */
    kept: (session: number, hash: string): EventBody | null => {
      const row = kept.get(session, Buffer.from(hash, 'hex'))
      return row === undefined ? null : parseEventBody(row.type, row.body)
    },
    /** The next session (by number) that has changes and isn't deleted. */
    sessionAfter: (session: number): number | null => sessionsAfter.get(session) ?? null,
  }
}

export function createFileChangesWriter(db: Database) {
  const add = db.prepare<[number, number, number, Buffer | null, Buffer | null]>(
    'INSERT INTO file_changes (session, frame, seq, before_hash, after_hash) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = db.prepare<[number]>('DELETE FROM file_changes WHERE session = ?')
  return {
    add: (
      session: number,
      seq: number,
      { frame, before, after }: FileChange & { readonly frame: number },
    ): void => {
      add.run(session, frame, seq, toBlob(before?.hash), toBlob(after?.hash))
    },
    /** Content that an event other than a change names (an image, a transcript): frame 0, so that it is no change of any. */
    addKept: (session: number, seq: number, hash: string): void => {
      add.run(session, 0, seq, null, toBlob(hash))
    },
    remove: (session: number): void => {
      remove.run(session)
    },
  }
}

function toBlob(hash: string | undefined): Buffer | null {
  return hash === undefined ? null : Buffer.from(hash, 'hex')
}
