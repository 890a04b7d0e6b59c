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
import { createNativeLinesWriter } from '../tables/native-lines'
import { createSessionFoldsWriter, partsOf } from '../tables/session-folds'
import { createSessionsWriter } from '../tables/sessions'
import type { NewEvent, NewLine } from '../types'
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
  readonly append: (id: SessionId, entries: readonly (NewEvent | NewLine)[]) => Committed
  /** The view as of the last commit to a session that is being appended to; null for any other. */
  readonly liveView: (id: SessionId) => SessionView | null
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
  const nativeLines = createNativeLinesWriter(db)
  /** Sessions that events are being appended to; those that have ended are taken out. */
  const open = new Map<SessionId, OpenSession>()

  const saveProjections = (session: OpenSession): OpenSession => {
    const parts = partsOf(session.fold)
    sessions.update(session.key, session.fold, Buffer.from(session.link, 'hex'))
    folds.update(session.key, session.savedParts, parts, session.fold.view.changedFiles)
    for (const frame of session.frames.takeChanged()) frames.put(session.key, frame)
    return { ...session, savedParts: parts }
  }

  const appendAll = (session: OpenSession, added: readonly (NewEvent | NewLine)[]): Committed => {
    const { id, key, rows } = session
    let { link, fold, lines } = session
    let size = 0
    const keepLine = ({ at, line }: NewLine): void => {
      lines += 1
      nativeLines.add(key, { ...line, line: lines, seq: fold.view.lastSeq, at })
      size += line.text.length
    }
    const addEvent = ({ at, body }: NewEvent): StoredEvent => {
      const event: StoredEvent = { seq: fold.view.lastSeq + 1, at, row: rows.assign(body), body }
      const json = JSON.stringify(body)
      link = chainLink(link, event.seq, at, body.type, json)
      events.add(key, event, json, Buffer.from(link, 'hex'))
      if (body.type === 'file.changed') fileChanges.add(key, event.seq, body)
      else if (body.type === 'tool.image' || body.type === 'transcript.kept')
        fileChanges.addKept(key, event.seq, body.hash)
      session.frames.apply(event)
      fold = foldSession(fold, event)
      size += json.length
      return event
    }
    const stored: StoredEvent[] = []
    for (const entry of added) {
      if ('line' in entry) keepLine(entry)
      else stored.push(addEvent(entry))
    }
    const saved = saveProjections({ ...session, link, fold, lines })
    if (fold.view.status === 'running') open.set(id, saved)
    else open.delete(id)
    return { id, events: stored, view: fold.view, size }
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
      lines: 0,
      fold: startFold(id, at, body),
      savedParts: null,
    }
    return appendAll(session, [{ at, body }])
  })
  const append = db.transaction((id: SessionId, added: readonly (NewEvent | NewLine)[]) => {
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
    liveView: (id) => open.get(id)?.fold.view ?? null,
    forget: (id) => void open.delete(id),
  }
}

function unknownSession(id: SessionId): StoreError {
  return new StoreError(failure('store.not_found', 'This session is not on record any more.', { id }).error)
}
