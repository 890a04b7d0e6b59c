import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/**
 * Moves what was committed from the write-ahead log into the database, off the main loop, whenever it is told to.
 * workerData: { file, nativeBinding }. Messages in: 'checkpoint', 'close'; out: 'done' after each checkpoint.
 */
const { file, nativeBinding } = parseData(workerData)
const db = new Sqlite(file, {
  fileMustExist: true,
  timeout: 2000,
  ...(nativeBinding === null ? {} : { nativeBinding }),
})

/** Tries to get to the log's end: only then does the next commit start it over instead of letting it grow. */
const maxTries = 4

parentPort?.on('message', (message: unknown) => {
  if (message === 'close') {
    db.close()
    parentPort?.close()
    return
  }
  for (let tried = 0; tried < maxTries && !checkpoint(); tried += 1);
  parentPort?.postMessage('done')
})

/** Never waits for the writer nor blocks it; true when all of the log is in the database. */
function checkpoint(): boolean {
  const [row] = arrayOf(db.pragma('wal_checkpoint(PASSIVE)'))
  return isRecord(row) && row['log'] === row['checkpointed']
}

function parseData(data: unknown): { readonly file: string; readonly nativeBinding: string | null } {
  if (!isRecord(data) || typeof data['file'] !== 'string') throw new Error('checkpoint worker: no file given')
  return {
    file: data['file'],
    nativeBinding: typeof data['nativeBinding'] === 'string' ? data['nativeBinding'] : null,
  }
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
