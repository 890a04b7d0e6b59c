import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { openStore, type Store, type StoreOptions, storePaths } from '../../../src/main/store'
import { type EventBody, type SessionId, sessionIdSchema } from '../../../src/shared'
import { started } from '../../support/builders'

/** A folder of the test's own, removed when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type TestStore = Store & { readonly folder: string; readonly reopen: () => TestStore }

/** An open store, closed when the test ends. */
export function openTestStore(folder = temporaryFolder(), options: Partial<StoreOptions> = {}): TestStore {
  const opened = openStore({ folder, nativeBinding: null, now: () => 5000, ...options })
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
  const store = opened.value
  let open = true
  const close = (): void => {
    if (open) store.close()
    open = false
  }
  onTestFinished(close)
  return {
    ...store,
    close,
    folder,
    reopen: () => {
      close()
      return openTestStore(folder, options)
    },
  }
}

export function newSessionId(): SessionId {
  return sessionIdSchema.parse(randomUUID())
}

/** A session that has begun, with these events appended in one batch; times count up from 1,001. */
export function addSession(store: Store, bodies: readonly EventBody[] = [], at = 1000): SessionId {
  const id = newSessionId()
  store.write.createSession(id, at, started())
  store.write.append(
    id,
    bodies.map((body, index) => ({ at: at + 1 + index, body })),
  )
  return id
}

/** A connection past the store, to look at the file or to damage it. */
export function rawDatabase(folder: string): Sqlite.Database {
  const db = new Sqlite(storePaths(folder).database)
  onTestFinished(() => void db.close())
  return db
}

export function message(text: string): EventBody {
  return { type: 'agent.message', text, final: false }
}
