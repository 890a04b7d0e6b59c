import { failure, type Result } from '../../shared'
import { type Committed, createAppender } from './append/append'
import { createCheckpointer } from './checkpointer'
import { createCollector } from './collect/collector'
import { createCommitListeners } from './commit-listeners'
import { deletePack, listPacks, readContent } from './content'
import type { OpenDatabase } from './database/open-database'
import { createSessionDeletion } from './delete-session'
import { noLog, type StoreLog } from './log'
import { storePaths } from './paths'
import { createReader } from './reader'
import { describeStoreError } from './store-error'
import { createTableReaders } from './tables'
import type { Store } from './types'
import { createWriter } from './writer'

export type StoreOptions = {
  /** The store's own folder; made when it is not there. */
  readonly folder: string
  /** Path of the SQLite addon; null: the one the package brings. */
  readonly nativeBinding: string | null
  readonly now: () => number
  readonly log?: StoreLog
  /** Built entry of checkpoint-worker.ts; without it checkpoints run on the main loop. */
  readonly checkpointWorker?: URL | null
}

/** How much of the write-ahead log a character of an event's body, and a row of content or one that goes, takes up. */
const bodyGrowth = 3
const rowGrowth = 400

/** Puts the store together over an open database. Closing the store closes the database. */
export function createStore({ writing, reading }: OpenDatabase, options: StoreOptions): Store {
  const { folder, nativeBinding, now, log = noLog, checkpointWorker = null } = options
  const paths = storePaths(folder)

  const tables = createTableReaders(reading, log)
  const listeners = createCommitListeners(log)
  const appender = createAppender(writing, { ...tables, log })
  const checkpoints = createCheckpointer(writing, {
    worker: checkpointWorker,
    file: paths.database,
    nativeBinding,
    log,
  })
  const content = async (hash: string): Promise<Result<Buffer>> => {
    try {
      const entry = tables.content.entry(hash)
      return entry === null
        ? failure('replay.content_missing', 'The recorded content of this file is not in the store.', {
            hash,
          })
        : await readContent(paths.packs, entry)
    } catch (cause) {
      return { ok: false, error: describeStoreError(cause, paths.database) }
    }
  }
  const collector = createCollector({
    db: writing,
    tables,
    readBytes: content,
    listPacks: () => listPacks(paths.packs),
    crashed: tables.sessions.anyUnfinished(),
    deletePack: (pack) => deletePack(paths.packs, pack),
    removed: (rows) => checkpoints.grew(rowGrowth * rows),
    log,
  })
  const removeSession = createSessionDeletion(writing, { sessions: tables.sessions, now })

  const committed = (commit: Committed): void => {
    checkpoints.grew(bodyGrowth * commit.size)
    if (commit.view.status !== 'running') collector.request()
    listeners.tell(commit)
  }
  const write = createWriter(writing, {
    file: paths.database,
    appender,
    committed,
    contentAdded: (entries) => checkpoints.grew(rowGrowth * entries),
    deleteSession: (id) => {
      removeSession(id)
      appender.forget(id)
      collector.request()
    },
  })
  collector.request()

  return {
    read: createReader({ tables, file: paths.database, liveView: appender.liveView }),
    write,
    onCommit: listeners.add,
    content,
    settled: collector.idle,
    close: () => {
      collector.stop()
      checkpoints.close()
      reading.close()
      writing.close()
    },
  }
}
