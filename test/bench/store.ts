import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import Sqlite from 'better-sqlite3'
import { storePaths } from '../../src/main/store'
import { inParts, newSession, openBenchStore } from './bench-store'
import { type Measure, median } from './measure'
import { sessionEvents } from './session-events'

const events = 100_000
const batch = 200
const turn = 5000
const warmUpTurns = 4

/** The store's appends against inserts of the same rows. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  try {
    const turns = timeAppends(folder)
    const appendMs = median(turns.map((one) => one.appendMs))
    const insertMs = median(turns.map((one) => one.insertMs))
    return [
      {
        name: 'store.append',
        value: Math.round(turn / (appendMs / 1000)),
        unit: 'events/s',
        anchor: `raw inserts of the same rows, ${Math.round(turn / (insertMs / 1000))} rows/s`,
        ratio: median(turns.map((one) => one.insertMs / one.appendMs)),
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Turn = { readonly appendMs: number; readonly insertMs: number }

/**
 * Milliseconds that the store takes for some events, and a raw connection for the same rows in a table of the same
 * shape, indexes and log included. In turns, so that what else the machine does falls on both.
 */
function timeAppends(folder: string): readonly Turn[] {
  const store = openBenchStore(join(folder, 'store'))
  const raw = openRaw(folder, storePaths(join(folder, 'store')).database)
  const at = Date.now()
  const id = newSession(store)
  const turns: Turn[] = []
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
    if (index >= warmUpTurns) turns.push({ appendMs, insertMs })
  }
  store.close()
  raw.close()
  return turns
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

/** The next `count` values, leaving the generator open for more. */
function take<T>(values: Iterator<T>, count: number): readonly T[] {
  const taken: T[] = []
  for (let next = values.next(); next.done !== true; next = values.next()) {
    taken.push(next.value)
    if (taken.length === count) break
  }
  return taken
}
