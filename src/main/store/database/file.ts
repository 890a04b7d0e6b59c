import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { failure, ok, type Result } from '../../../shared'
import { describeStoreError } from '../store-error'

/** https://www.sqlite.org/fileformat.html, section 1.3 */
const sqliteHeader = 'SQLite format 3\0'

/**
 * Makes sure there is a file that SQLite may open: the folder 0700 and the file 0600, both ours alone. What stands in
 * the way is reported and left as it is (I10).
 */
export function prepareFile(file: string): Result<void> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    chmodSync(dirname(file), 0o700)
    const problem = existsSync(file) ? problemOf(file) : journalProblem(file)
    if (problem !== null) return problem
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
    return ok(undefined)
  } catch (cause) {
    return { ok: false, error: describeStoreError(cause, file) }
  }
}

function problemOf(file: string) {
  const found = lstatSync(file)
  if (!found.isFile())
    return failure(
      'store.unavailable',
      `${file} is not a file. Move it away, so that Glovebox can keep its database there.`,
      { file },
    )
  if (found.size === 0) return journalProblem(file)
  if (readStart(file) !== sqliteHeader)
    return failure(
      'store.corrupt',
      `${file} is not a database. It was left as it is: move it away to begin anew.`,
      { file },
    )
  return null
}

/** SQLite deletes the journal of an empty database; with it would go what was committed to a file that is now lost. */
function journalProblem(file: string) {
  const journal = `${file}-wal`
  if (!existsSync(journal) || lstatSync(journal).size === 0) return null
  return failure(
    'store.corrupt',
    `${file} is missing or empty, but its journal ${journal} is still there. Both were left as they are: restore the file, or move the journal away to begin anew.`,
    { file, journal },
  )
}

function readStart(file: string): string {
  const start = Buffer.alloc(sqliteHeader.length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, start, 0, start.length, 0)
  } finally {
    closeSync(handle)
  }
  return start.toString('latin1')
}
