import type { SessionId } from '../../shared'
import type { Database } from './database/connection'
import { createDeletedSessionsWriter } from './tables/deleted-sessions'
import { createSessionFoldsWriter } from './tables/session-folds'
import type { SessionsReader } from './tables/sessions'
import { createSessionsWriter } from './tables/sessions'

/**
 * Takes a session off the record in one short transaction: it is marked as deleted, which is what lets its events go
 * (I4), and is in no list any more. The collector removes the rest. An unknown session is gone already.
 */
export function createSessionDeletion(
  db: Database,
  { sessions, now }: { sessions: Pick<SessionsReader, 'place'>; now: () => number },
): (id: SessionId) => void {
  const deleted = createDeletedSessionsWriter(db)
  const rows = createSessionsWriter(db)
  const folds = createSessionFoldsWriter(db)
  return db.transaction((id: SessionId): void => {
    const place = sessions.place(id)
    if (place === null) return
    deleted.add(id, now())
    rows.remove(place.key)
    folds.remove(place.key)
  }).immediate
}
