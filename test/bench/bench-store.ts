import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore, type Store } from '../../src/main/store'
import { type SessionId, sessionIdSchema } from '../../src/shared'
import { sessionEvents, sessionStart } from './session-events'

/** A store as the app opens it: the worker's entry lies beside the bundled script that was started. */
export function openBenchStore(folder: string): Store {
  const opened = openStore({
    folder,
    nativeBinding: null,
    now: Date.now,
    log: (level, message, details) => level === 'info' || console.error(message, details),
    checkpointWorker: pathToFileURL(join(dirname(process.argv[1] ?? ''), 'checkpoint-worker.js')),
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

export function newSession(store: Store): SessionId {
  const id = sessionIdSchema.parse(randomUUID())
  store.write.createSession(id, Date.now(), sessionStart())
  return id
}

const batch = 200

/** A session of `events` events; it is left running. */
export function addSession(store: Store, events: number): SessionId {
  const id = newSession(store)
  const bodies = [...sessionEvents(events - 1)].map((body) => ({ at: Date.now(), body }))
  for (const part of inParts(bodies, batch)) store.write.append(id, part)
  return id
}

export function inParts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
