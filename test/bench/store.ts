import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import Sqlite from 'better-sqlite3'
import { type Store, storePaths } from '../../src/main/store'
import { type SessionId, sessionIdSchema } from '../../src/shared'
import { type Measure, median } from './measure'
import { openBenchStore } from './open-store'
import { sessionEvents, sessionStart } from './session-events'

const events = 100_000
const batch = 200
const turn = 5000
const warmUpTurns = 4
const timedEvents = events - warmUpTurns * turn
const opens = 15

/** The store's appends against inserts of the same rows, and a long session's first page against a short one's. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  try {
    const { appendMs, insertMs } = timeAppends(folder)
    const open = timeOpens(folder)
    return [
      {
        name: 'store.append',
        value: Math.round(timedEvents / (appendMs / 1000)),
        unit: 'events/s',
        anchor: `raw inserts of the same rows, ${Math.round(timedEvents / (insertMs / 1000))} rows/s`,
        ratio: insertMs / appendMs,
      },
      {
        name: 'store.first_rows_100k',
        value: open.long,
        unit: 'ms',
        anchor: `first rows of a session of 100 events, ${open.short.toFixed(2)} ms`,
        ratio: open.long / open.short,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const longFolder = (folder: string): string => join(folder, 'long')
const shortFolder = (folder: string): string => join(folder, 'short')

/**
 * Milliseconds that the store takes for the timed events of one session, and a raw connection for the same rows in a table of
 * the same shape, indexes and log included. In turns, so that what else the machine does falls on both.
 */
function timeAppends(folder: string): { readonly appendMs: number; readonly insertMs: number } {
  const store = openBenchStore(longFolder(folder))
  const raw = openRaw(folder, storePaths(longFolder(folder)).database)
  const at = Date.now()
  const id = newSession(store)
  const times = { appendMs: 0, insertMs: 0 }
  let stored = 1
  const bodies = sessionEvents(events - 1)
  for (let index = 0; index < events / turn; index += 1) {
    const part = take(bodies, turn).map((body) => ({ at, body }))
    const batches = inParts(part, batch)
    const appendMs = timed(() => {
      for (const one of batches) store.write.append(id, one)
    })
    const rows = inParts(raw.rowsAfter(stored), batch)
    const insertMs = timed(() => {
      for (const one of rows) raw.insert(one)
    })
    stored += part.length
    // The first turns are for the compiler to get to know the code.
    if (index < warmUpTurns) continue
    times.appendMs += appendMs
    times.insertMs += insertMs
  }
  store.close()
  raw.close()
  return times
}

function openRaw(folder: string, storeFile: string) {
  const source = new Sqlite(storeFile, { readonly: true })
  const rowsAfter = source
    .prepare<[number], unknown[]>('SELECT * FROM events WHERE seq > ? ORDER BY seq')
    .raw()
  const db = new Sqlite(join(folder, 'raw.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  for (const sql of source.prepare<[], string>(eventsSchema).pluck().all()) db.exec(sql)
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)')
  return {
    rowsAfter: (seq: number) => rowsAfter.all(seq),
    insert: db.transaction((rows: readonly unknown[][]) => {
      for (const row of rows) insert.run(...row)
    }).immediate,
    close: () => {
      source.close()
      db.close()
    },
  }
}

/** The table first, then its indexes. */
const eventsSchema = `SELECT sql FROM sqlite_schema
  WHERE tbl_name = 'events' AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type DESC`

function timed(run: () => void): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

/** Median milliseconds from the closed file to the session's view and its first 50 rows. */
function timeOpens(folder: string): { readonly long: number; readonly short: number } {
  const store = openBenchStore(shortFolder(folder))
  store.write.append(
    newSession(store),
    [...sessionEvents(99)].map((body) => ({ at: 1, body })),
  )
  store.close()
  const times = { long: [] as number[], short: [] as number[] }
  for (let i = 0; i < opens; i += 1) {
    times.long.push(timeOpen(longFolder(folder)))
    times.short.push(timeOpen(shortFolder(folder)))
  }
  return { long: median(times.long), short: median(times.short) }
}

function timeOpen(folder: string): number {
  const began = performance.now()
  const store = openBenchStore(folder)
  const [session] = store.read.sessions({ projectId: null, before: null, limit: 50 }).sessions
  if (session === undefined) throw new Error('no session')
  const rows = store.read.eventsOfRows(session.id, 0, 50)
  const took = performance.now() - began
  if (rows.length < 50) throw new Error('rows are missing')
  store.close()
  return took
}

function newSession(store: Store): SessionId {
  const id = sessionIdSchema.parse(randomUUID())
  store.write.createSession(id, Date.now(), sessionStart())
  return id
}

/** The next `count` values, leaving the generator open for more. */
function take<T>(values: Iterator<T>, count: number): readonly T[] {
  const taken: T[] = []
  for (let next = values.next(); next.done !== true; next = values.next()) {
    taken.push(next.value)
    if (taken.length === count) break
  }
  return taken
}

function inParts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
