import Sqlite from 'better-sqlite3'

export type Database = Sqlite.Database

export type ConnectOptions = {
  /** Path of the SQLite addon; null: the one the package brings. */
  readonly nativeBinding: string | null
  readonly readonly: boolean
}

/** How long a statement waits for another process's lock. Glovebox itself never holds one that long. */
const busyTimeoutMs = 2000
const cacheKib = 8 * 1024
/** What a log that a flood made larger is cut back to when it starts over. */
const maxIdleLogBytes = 8 * 1024 * 1024

/** Opens one connection to an existing file. Throws what SQLite throws. */
export function connect(file: string, { nativeBinding, readonly }: ConnectOptions): Database {
  const db = new Sqlite(file, {
    readonly,
    fileMustExist: true,
    timeout: busyTimeoutMs,
    ...(nativeBinding === null ? {} : { nativeBinding }),
  })
  db.pragma('foreign_keys = ON')
  db.pragma(`cache_size = -${cacheKib}`)
  db.pragma('temp_store = MEMORY')
  // Without it, triggers of a table that another trigger or REPLACE deletes from stay silent (I4).
  db.pragma('recursive_triggers = ON')
  return db
}

/**
 * Write-ahead logging with synchronous=NORMAL: a commit is in the operating system's hands when it returns, so it
 * survives the end of this process at any moment (I3); only a power cut may take the newest commits, never the file.
 */
export function enableWriteAheadLog(db: Database): void {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma(`journal_size_limit = ${maxIdleLogBytes}`)
}
