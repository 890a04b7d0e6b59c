import { ok, type Result } from '../../../shared'
import type { StoreLog } from '../log'
import { largeTables, migrations as shippedMigrations } from '../migrations'
import { describeStoreError } from '../store-error'
import { checkDatabase } from './check'
import { connect, type Database, enableWriteAheadLog } from './connection'
import { prepareFile } from './file'
import { refuseForeign } from './format'
import { type Migration, migrate } from './migrate'

export type OpenOptions = {
  readonly nativeBinding: string | null
  readonly log: StoreLog
  /** Another list than the shipped one, for tests of the mechanism. */
  readonly migrations?: readonly Migration[]
}

/** The one writing connection, and one that can't write whatever it is asked. */
export type OpenDatabase = { readonly writing: Database; readonly reading: Database }

/**
 * Opens the database at `file`, or creates it. Fails with store.newer, store.corrupt, store.unavailable or store.full;
 * the file is then as it was, or at a completed format with a copy from before (I10).
 */
export function openDatabase(file: string, options: OpenOptions): Result<OpenDatabase> {
  const prepared = prepareFile(file)
  if (!prepared.ok) return prepared
  const connections: Database[] = []
  const open = (readonly: boolean): Database => {
    const db = connect(file, { nativeBinding: options.nativeBinding, readonly })
    connections.push(db)
    return db
  }
  try {
    const writing = open(false)
    const problem = bringUpToDate(writing, file, options)
    if (problem === null) return ok({ writing, reading: open(true) })
    for (const db of connections) db.close()
    return problem
  } catch (cause) {
    for (const db of connections) db.close()
    return { ok: false, error: describeStoreError(cause, file) }
  }
}

function bringUpToDate(db: Database, file: string, { log, migrations = shippedMigrations }: OpenOptions) {
  const latest = migrations.at(-1)?.version ?? 0
  const problem = refuseForeign(db, file, latest) ?? checkDatabase(db, file, largeTables)
  if (problem !== null) return problem
  enableWriteAheadLog(db)
  migrate(db, { file, migrations, log })
  return null
}
