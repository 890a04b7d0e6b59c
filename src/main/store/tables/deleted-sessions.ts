import type { SessionId } from '../../../shared'
import type { Database } from '../database/connection'

export type DeletedSession = { readonly key: number; readonly baseTree: string | null }

/** Sessions that the user deleted: the one reason for which events may go (I4). `cleaned`: nothing of one is left. */
export function createDeletedSessionsReader(db: Database) {
  const toClean = db.prepare<[], DeletedSession>(
    `SELECT session AS key, nullif(lower(hex(base_tree)), '') AS baseTree FROM deleted_sessions WHERE cleaned = 0`,
  )
  return { toClean: (): readonly DeletedSession[] => toClean.all() }
}

export function createDeletedSessionsWriter(db: Database) {
  const add = db.prepare<[number, string]>(
    `INSERT INTO deleted_sessions (session, id, base_tree, deleted_at)
     SELECT key, id, base_tree, ? FROM sessions WHERE id = ?`,
  )
  const setCleaned = db.prepare<[number]>('UPDATE deleted_sessions SET cleaned = 1 WHERE session = ?')
  return {
    add: (id: SessionId, at: number): void => {
      add.run(at, id)
    },
    setCleaned: (session: number): void => {
      setCleaned.run(session)
    },
  }
}
