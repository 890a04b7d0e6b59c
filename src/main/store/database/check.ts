import { type Failure, failure } from '../../../shared'
import type { Database } from './connection'

/** Up to this size the whole file is checked; beyond it, all tables but the large ones, so that opening stays quick. */
const wholeCheckBytes = 4 * 1024 * 1024

/** A bounded PRAGMA quick_check: what is wrong with a damaged file; null when it is sound. */
export function checkDatabase(db: Database, file: string, largeTables: readonly string[]): Failure | null {
  const bytes = pragma(db, 'page_count') * pragma(db, 'page_size')
  const checks =
    bytes <= wholeCheckBytes
      ? ['quick_check(1)']
      : tablesOf(db)
          .filter((name) => !largeTables.includes(name))
          .map((name) => `quick_check('${name}')`)
  for (const check of checks) {
    const answer = db.pragma(check, { simple: true })
    if (answer !== 'ok')
      return failure(
        'store.corrupt',
        `${file} is damaged. It was left as it is: restore it from a backup, or move it away to begin anew.`,
        { file, check },
        answer,
      )
  }
  return null
}

function pragma(db: Database, name: string): number {
  return Number(db.pragma(name, { simple: true }))
}

function tablesOf(db: Database): readonly string[] {
  return db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all()
}
