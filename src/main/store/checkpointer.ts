import { Worker } from 'node:worker_threads'
import type { Database } from './database/connection'
import type { StoreLog } from './log'

export type Checkpointer = {
  /** To be called after each commit, with the size of what it stored. */
  readonly committed: (size: number) => void
  readonly close: () => void
}

export type CheckpointerOptions = {
  /** Built entry of checkpoint-worker.ts; null: SQLite checkpoints in the writing connection, on the main loop. */
  readonly worker: URL | null
  readonly file: string
  readonly nativeBinding: string | null
  readonly log: StoreLog
}

/** About how much the write-ahead log may grow before the worker is asked to empty it. */
const growthBytes = 4 * 1024 * 1024
/** What a commit adds to the log beside its bodies: the pages of the indexes and projections that it touches. */
const commitOverhead = 48 * 1024
const bodyOverhead = 3
const autoCheckpointPages = 1000

/** Has the write-ahead log emptied by a worker; falls back to SQLite's own way when the worker fails. */
export function createCheckpointer(db: Database, options: CheckpointerOptions): Checkpointer {
  const { worker: entry, file, nativeBinding, log } = options
  if (entry === null) return { committed: () => {}, close: () => {} }

  let worker: Worker | null = new Worker(entry, { workerData: { file, nativeBinding } })
  let grown = 0
  let asked = false
  const giveUp = (cause: unknown): void => {
    if (worker === null) return
    worker = null
    if (db.open) db.pragma(`wal_autocheckpoint = ${autoCheckpointPages}`)
    log('warn', 'the checkpoint worker ended; checkpoints run on the main loop', { cause: String(cause) })
  }
  worker.on('message', () => {
    asked = false
  })
  worker.on('error', giveUp)
  worker.on('exit', (code) => giveUp(`exit code ${code}`))
  worker.unref()
  db.pragma('wal_autocheckpoint = 0')

  return {
    committed: (size) => {
      grown += commitOverhead + bodyOverhead * size
      if (worker === null || asked || grown < growthBytes) return
      grown = 0
      asked = true
      worker.postMessage('checkpoint')
    },
    close: () => {
      const closing = worker
      worker = null
      closing?.postMessage('close')
    },
  }
}
