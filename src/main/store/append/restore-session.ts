import {
  createRowNumbers,
  foldSession,
  type RowNumbersSeed,
  type SessionFold,
  type SessionId,
  startFold,
} from '../../../shared'
import type { StoreLog } from '../log'
import { type EventsReader, toStoredEvent } from '../tables/events'
import type { FramesReader } from '../tables/frames'
import type { NativeLinesReader } from '../tables/native-lines'
import { type FoldParts, partsOf, type SessionFoldsReader } from '../tables/session-folds'
import type { SessionsReader } from '../tables/sessions'
import { createFrameProjection } from './frame-projection'
import type { OpenSession } from './open-session'

export type RestoreDeps = {
  readonly sessions: SessionsReader
  readonly folds: SessionFoldsReader
  readonly events: EventsReader
  readonly frames: FramesReader
  readonly nativeLines: NativeLinesReader
  readonly log: StoreLog
}

const allEvents = -1

/** Takes up a session again that this process has not appended to yet, e.g. one that a crash cut off; null: unknown. */
export function restoreSession(deps: RestoreDeps, id: SessionId): OpenSession | null {
  const place = deps.sessions.place(id)
  if (place === null) return null
  const { key } = place
  const stored = storedFold(deps, id, key)
  return {
    id,
    key,
    rows: createRowNumbers(rowNumbersSeed(deps.events, key)),
    frames: createFrameProjection({
      load: (frame) => deps.frames.one(key, frame),
      unsettled: deps.frames.unsettled(key),
    }),
    link: place.lastHash.toString('hex'),
    lines: deps.nativeLines.count(key),
    fold: stored?.fold ?? refold(deps.events, id, key, place.startedAt),
    savedParts: stored?.parts ?? null,
  }
}

function storedFold(
  { sessions, folds, log }: RestoreDeps,
  id: SessionId,
  key: number,
): { readonly fold: SessionFold; readonly parts: FoldParts } | null {
  try {
    const view = sessions.one(id)
    if (view === null) return null
    const { listed: _, ...rest } = folds.parts(key, view)
    const fold = { view, ...rest }
    return { fold, parts: partsOf(fold) }
  } catch (cause) {
    log('warn', 'a session’s summary could not be read and is made again from its events', {
      session: id,
      cause: String(cause),
    })
    return null
  }
}

/** The fold is only a projection: the events say it all. */
function refold(events: EventsReader, id: SessionId, key: number, startedAt: number): SessionFold {
  let fold: SessionFold | null = null
  for (const row of events.after(key, 0, allEvents)) {
    const event = toStoredEvent(row)
    if (event.body.type === 'session.started') fold ??= startFold(id, startedAt, event.body)
    if (fold !== null) fold = foldSession(fold, event)
  }
  if (fold === null) throw new Error(`session ${id} has no readable beginning`)
  return fold
}

/** Where row numbers go on, read from the rows that were given before. */
export function rowNumbersSeed(
  events: Pick<EventsReader, 'callsAndFrames' | 'lastRow'>,
  key: number,
): RowNumbersSeed {
  const byCall = new Map<string, number>()
  let byTarget = new Map<string, number>()
  for (const stored of events.callsAndFrames(key)) {
    const { row, body } = toStoredEvent(stored)
    if (body.type === 'frame.started') byTarget = new Map()
    if (body.type !== 'tool.called') continue
    byCall.set(body.callId, row)
    if (body.target !== null) byTarget.set(body.target, row)
  }
  return { next: (events.lastRow(key) ?? -1) + 1, byCall, byTarget }
}
