import { Worker } from 'node:worker_threads'
import type { Database } from './database/connection'
import type { StoreLog } from './log'

export type Checkpointer = {
  /** To be called after each commit, with about how many bytes of the log it took. */
  readonly grew: (bytes: number) => void
  readonly close: () => void
}

export type CheckpointerOptions = {
  /** Built entry of checkpoint-worker.ts; null: SQLite checkpoints in the writing connection, on the main loop. */
  readonly worker: URL | null
  readonly file: string
  readonly nativeBinding: string | null
  readonly log: StoreLog
}

/** How far the write-ahead log grows before the worker is started, and then between two checkpoints. */
const startBytes = 512 * 1024
const growthBytes = 4 * 1024 * 1024
/** What any commit adds to the log: the pages of the indexes and projections that it touches. */
const commitBytes = 48 * 1024
const autoCheckpointPages = 1000

/** Has the write-ahead log emptied by a worker; falls back to SQLite's own way when the worker fails. */
export function createCheckpointer(db: Database, options: CheckpointerOptions): Checkpointer {
  const { worker: entry, file, nativeBinding, log } = options
  if (entry === null) return { grew: () => {}, close: () => {} }

  let worker: Worker | null = null
  let ended = false
  let grown = 0
  let asked = false

  const fail = (cause: unknown): void => {
    if (ended) return
    ended = true
    worker = null
    db.pragma(`wal_autocheckpoint = ${autoCheckpointPages}`)
    log('warn', 'the checkpoint worker ended; checkpoints run on the main loop', { cause: String(cause) })
  }
  const start = (): Worker => {
    const started = new Worker(entry, { workerData: { file, nativeBinding } })
    started.on('message', () => {
      asked = false
    })
    started.on('error', fail)
    started.on('exit', (code) => fail(`exit code ${code}`))
    started.unref()
    db.pragma('wal_autocheckpoint = 0')
    return started
  }

  return {
    grew: (bytes) => {
      grown += commitBytes + bytes
      if (ended || grown < startBytes) return
      worker ??= start()
      if (asked || grown < growthBytes) return
      grown = 0
      asked = true
      worker.postMessage('checkpoint')
    },
    close: () => {
      ended = true
      worker?.postMessage('close')
    },
  }
}
