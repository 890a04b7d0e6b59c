import {
  createRowNumbers,
  type EventOf,
  failure,
  foldSession,
  type SessionId,
  type SessionView,
  type StoredEvent,
  startFold,
} from '../../../shared'
import { chainLink, chainStart } from '../chain'
import type { Database } from '../database/connection'
import { StoreError } from '../store-error'
import { createEventsWriter } from '../tables/events'
import { createFileChangesWriter } from '../tables/file-changes'
import { createFramesWriter } from '../tables/frames'
import { createSessionFoldsWriter, partsOf } from '../tables/session-folds'
import { createSessionsWriter } from '../tables/sessions'
import type { NewEvent } from '../types'
import { createFrameProjection } from './frame-projection'
import type { OpenSession } from './open-session'
import { type RestoreDeps, restoreSession } from './restore-session'

export type Committed = {
  readonly id: SessionId
  readonly events: readonly StoredEvent[]
  readonly view: SessionView
  /** Size of the stored bodies, in characters. */
  readonly size: number
}

export type Appender = {
  readonly create: (id: SessionId, at: number, body: EventOf<'session.started'>) => Committed
  readonly append: (id: SessionId, events: readonly NewEvent[]) => Committed
  /** Forgets a session that is gone from the file. */
  readonly forget: (id: SessionId) => void
}

/**
 * Appends events: number, row, hash link and projections in one transaction per call. When it throws, nothing was
 * stored and the next append takes the session up again from the file.
 */
export function createAppender(db: Database, restore: RestoreDeps): Appender {
  const sessions = createSessionsWriter(db)
  const folds = createSessionFoldsWriter(db)
  const events = createEventsWriter(db)
  const frames = createFramesWriter(db)
  const fileChanges = createFileChangesWriter(db)
  /** Sessions that events are being appended to; those that have ended are taken out. */
  const open = new Map<SessionId, OpenSession>()
  let size = 0

  const appendOne = (session: OpenSession, { at, body }: NewEvent): readonly [OpenSession, StoredEvent] => {
    const event: StoredEvent = {
      seq: session.fold.view.lastSeq + 1,
      at,
      row: session.rows.assign(body),
      body,
    }
    const row = { ...event, type: body.type, body: JSON.stringify(body) }
    const link = chainLink(session.link, row)
    size += row.body.length
    events.add(session.key, { ...row, hash: Buffer.from(link, 'hex') })
    if (body.type === 'file.changed') fileChanges.add(session.key, event.seq, body)
    session.frames.apply(event)
    return [{ ...session, link, fold: foldSession(session.fold, event) }, event]
  }

  const saveProjections = (session: OpenSession): OpenSession => {
    const parts = partsOf(session.fold)
    sessions.update(session.key, session.fold, Buffer.from(session.link, 'hex'))
    folds.update(session.key, session.savedParts, parts)
    for (const frame of session.frames.takeChanged()) frames.put(session.key, frame)
    return { ...session, savedParts: parts }
  }

  const appendAll = (first: OpenSession, added: readonly NewEvent[]): Committed => {
    let session = first
    const stored: StoredEvent[] = []
    size = 0
    for (const one of added) {
      const [next, event] = appendOne(session, one)
      session = next
      stored.push(event)
    }
    session = saveProjections(session)
    if (session.fold.view.status === 'running') open.set(session.id, session)
    else open.delete(session.id)
    return { id: session.id, events: stored, view: session.fold.view, size }
  }

  const create = db.transaction((id: SessionId, at: number, body: EventOf<'session.started'>) => {
    const link = chainStart(id)
    const key = sessions.add(id, body.projectId, at, Buffer.from(link, 'hex'))
    const session: OpenSession = {
      id,
      key,
      rows: createRowNumbers(),
      frames: createFrameProjection({ load: (frame) => restore.frames.one(key, frame), unsettled: [] }),
      link,
      fold: startFold(id, at, body),
      savedParts: null,
    }
    return appendAll(session, [{ at, body }])
  })
  const append = db.transaction((id: SessionId, added: readonly NewEvent[]) => {
    const session = open.get(id) ?? restoreSession(restore, id)
    if (session === null) throw unknownSession(id)
    return appendAll(session, added)
  })
  /** What was worked out in memory for a transaction that failed is not the file's state. */
  const orForget = <T>(id: SessionId, run: () => T): T => {
    try {
      return run()
    } catch (cause) {
      open.delete(id)
      throw cause
    }
  }
  return {
    create: (id, at, body) => orForget(id, () => create.immediate(id, at, body)),
    append: (id, added) => orForget(id, () => append.immediate(id, added)),
    forget: (id) => void open.delete(id),
  }
}

function unknownSession(id: SessionId): StoreError {
  return new StoreError(failure('store.not_found', 'This session is not on record any more.', { id }).error)
}
