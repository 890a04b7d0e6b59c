import { type Failure, failure } from '../../../shared'
import type { Database } from './connection'

/** "Glvb": marks a SQLite file as ours (PRAGMA application_id). */
export const applicationId = 0x476c7662

/** The number of the last migration the file has seen; 0: a new, empty file. */
export function formatVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** Refuses a file that isn't ours, or that a newer Glovebox has written. `latest`: the newest format this one knows. */
export function refuseForeign(db: Database, file: string, latest: number): Failure | null {
  const version = formatVersion(db)
  const application = Number(db.pragma('application_id', { simple: true }))
  const empty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (version === 0 && application === 0 && empty) return null
  if (application !== applicationId || version === 0)
    return failure(
      'store.corrupt',
      `${file} is the database of another program. It was left as it is: move it away to begin anew.`,
      { file, application },
    )
  if (version > latest)
    return failure(
      'store.newer',
      `${file} was written by a newer Glovebox (format ${version}; this one knows formats up to ${latest}). Start the newer Glovebox, or move the file away to begin anew.`,
      { file, found: version, latest },
    )
  return null
}
