import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addSession, openBenchStore } from './bench-store'
import { electronPath } from './launch'
import { type Measure, median } from './measure'
import { type TimedStart, timeStart } from './timed-start'

const rounds = 5
const sessions = 200
const eventsOfEach = 100

/** Start to the first painted window, and memory at rest: Glovebox, new and in use, against a bare window; by turns. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  try {
    const electron = electronPath()
    const inUse = join(folder, 'in-use')
    fillProfile(inUse)
    const starts = { bare: [] as TimedStart[], fresh: [] as TimedStart[], inUse: [] as TimedStart[] }
    for (let round = 0; round < rounds; round += 1) {
      const glovebox = { electron, appFolder: resolve('.'), page: 'glovebox://app' }
      starts.bare.push(
        await timeStart({
          electron,
          appFolder: resolve('test/bench/bare-app'),
          profile: join(folder, `bare-${round}`),
          page: 'file:',
        }),
      )
      starts.fresh.push(await timeStart({ ...glovebox, profile: join(folder, `fresh-${round}`) }))
      starts.inUse.push(await timeStart({ ...glovebox, profile: inUse }))
    }
    return [
      against('start.fresh', 'painted', starts.fresh, starts.bare),
      against('start.in_use', 'painted', starts.inUse, starts.bare),
      against('start.view_fresh', 'complete', starts.fresh, starts.bare),
      against('start.view_in_use', 'complete', starts.inUse, starts.bare),
      against('start.memory_fresh', 'memory', starts.fresh, starts.bare),
      against('start.memory_in_use', 'memory', starts.inUse, starts.bare),
    ].filter(({ value }) => !Number.isNaN(value))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function against(
  name: string,
  what: keyof TimedStart,
  starts: readonly TimedStart[],
  bare: readonly TimedStart[],
): Measure {
  const [value, anchor] = [middle(starts, what), middle(bare, what)]
  const unit = what === 'memory' ? 'MB' : 'ms'
  return {
    name,
    value,
    unit,
    anchor: `a bare window: ${Math.round(anchor)} ${unit}`,
    ratio: value / anchor,
  }
}

function middle(starts: readonly TimedStart[], what: keyof TimedStart): number {
  return median(starts.map((start) => start[what] ?? Number.NaN))
}

function fillProfile(profile: string): void {
  mkdirSync(profile, { recursive: true })
  const store = openBenchStore(join(profile, 'store'))
  for (let index = 0; index < sessions; index += 1) {
    const id = addSession(store, eventsOfEach)
    store.write.append(id, [
      { at: Date.now(), body: { type: 'session.finished', status: 'succeeded', error: null, summary: null } },
    ])
  }
  store.close()
}
