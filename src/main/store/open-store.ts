import { failure, ok, type Result } from '../../shared'
import { type Committed, createAppender } from './append/append'
import { createCheckpointer } from './checkpointer'
import { createCollector } from './collect/collector'
import { createCommitListeners } from './commit-listeners'
import { deletePack, listPacks, readContent } from './content'
import { openDatabase } from './database/open-database'
import { createSessionDeletion } from './delete-session'
import { noLog, type StoreLog } from './log'
import { storePaths } from './paths'
import { createReader } from './reader'
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

/**
 * Opens the store, or creates it. Fails with store.newer, store.corrupt, store.unavailable or store.full; the file is
 * kept in each case (I10). Methods of the opened store throw StoreError for what can go wrong later (a full disk).
 */
export function openStore(options: StoreOptions): Result<Store> {
  const { folder, nativeBinding, now, log = noLog, checkpointWorker = null } = options
  const paths = storePaths(folder)
  const opened = openDatabase(paths.database, { nativeBinding, log })
  if (!opened.ok) return opened
  const { writing, reading } = opened.value

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
    const entry = tables.content.entry(hash)
    return entry === null
      ? failure('replay.content_missing', 'The recorded content of this file is not in the store.', { hash })
      : readContent(paths.packs, entry)
  }
  const collector = createCollector({
    db: writing,
    tables,
    readBytes: content,
    listPacks: () => listPacks(paths.packs),
    deletePack: (pack) => deletePack(paths.packs, pack),
    log,
  })
  const removeSession = createSessionDeletion(writing, { sessions: tables.sessions, now })

  const committed = (commit: Committed): void => {
    checkpoints.committed(commit.size)
    if (commit.view.status !== 'running') collector.request()
    listeners.tell(commit)
  }
  const write = createWriter(writing, {
    file: paths.database,
    appender,
    committed,
    deleteSession: (id) => {
      removeSession(id)
      appender.forget(id)
      collector.request()
    },
  })
  collector.request()

  return ok({
    read: createReader(tables, paths.database),
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
  })
}
