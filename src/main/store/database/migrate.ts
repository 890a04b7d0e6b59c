import { chmodSync, renameSync, rmSync } from 'node:fs'
import type { StoreLog } from '../log'
import type { Database } from './connection'
import { applicationId, formatVersion } from './format'

/** One step of the file's format. Once shipped it never changes; a test pins its hash. */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string }

/**
 * Brings the file to the newest format: each migration in its own transaction, and a copy beside the file before the
 * first change to one that has data. Throws what SQLite throws; the file is then at the last format that went through.
 */
export function migrate(
  db: Database,
  { file, migrations, log }: { file: string; migrations: readonly Migration[]; log: StoreLog },
): void {
  const found = formatVersion(db)
  const pending = migrations.filter(({ version }) => version > found)
  const first = pending[0]
  if (first === undefined) return
  if (found > 0) {
    const copy = copyBefore(db, file, first.version)
    log('info', 'copied the database before changing its format', { copy, from: found })
  }
  for (const migration of pending) apply(db, migration)
}

function apply(db: Database, { version, sql }: Migration): void {
  db.transaction(() => {
    if (formatVersion(db) === 0) db.pragma(`application_id = ${applicationId}`)
    db.exec(sql)
    db.pragma(`user_version = ${version}`)
  }).immediate()
}

/** A whole, consistent copy, named after the migration it precedes. Half a copy never gets that name. */
function copyBefore(db: Database, file: string, version: number): string {
  const copy = `${file}.before-${version}`
  const partial = `${copy}.partial`
  rmSync(partial, { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(partial)
    chmodSync(partial, 0o600)
    renameSync(partial, copy)
  } catch (cause) {
    rmSync(partial, { force: true })
    throw cause
  }
  return copy
}
