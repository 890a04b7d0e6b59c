import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addSession, openBenchStore } from './bench-store'
import { type Measure, median } from './measure'

const sizes = { short: 100, long: 100_000 }
const rounds = 15
const rows = 50

/** From the closed file to a session's view and its first rows: of a long session against a short one, by turns. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  try {
    const [short, long] = [join(folder, 'short'), join(folder, 'long')]
    fill(short, sizes.short)
    fill(long, sizes.long)
    const times = { short: [] as number[], long: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      times.long.push(timeOpen(long))
      times.short.push(timeOpen(short))
    }
    const anchor = median(times.short)
    return [
      {
        name: 'open-store.first_rows',
        value: median(times.long),
        unit: 'ms',
        anchor: `of 100 events instead of 100,000: ${anchor.toFixed(2)} ms`,
        ratio: median(times.long) / anchor,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(folder: string, events: number): void {
  const store = openBenchStore(folder)
  addSession(store, events)
  store.close()
}

function timeOpen(folder: string): number {
  const began = performance.now()
  const store = openBenchStore(folder)
  const [session] = store.read.sessions({ projectId: null, before: null, limit: 50 }).sessions
  if (session === undefined) throw new Error('no session')
  const found = store.read.eventsOfRows(session.id, 0, rows)
  const took = performance.now() - began
  if (found.length < rows) throw new Error('rows are missing')
  store.close()
  return took
}
