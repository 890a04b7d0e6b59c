import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { visit } from '../../scripts/lib/journey.mjs'
import { type App, holdBy, startApp } from '../support/agents/app'
import {
  type Disaster,
  disasterScenario,
  disastersFor,
  makeFloodingProgram,
  type Served,
  startDisaster,
} from '../support/agents/disasters'
import { startEngine } from '../support/docker/engine'
import { startModelServer } from '../support/model-server'
import { type LoopFigures, startLoopWatch, watchLoop } from './loop-watch'
import type { Measure } from './measure'

const backends = ['docker', 'bubblewrap', 'firejail', 'subprocess'] as const
const idleSeconds = 10
const goalMs = 50

/** How late the main process's loop is while a run does its worst in a box, with its timeline open. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  const engine = await startEngine()
  const server = await startModelServer(disasterScenario)
  const app = await startApp({ environment: { ...engine.environment, PATH: process.env['PATH'] ?? '' } })
  try {
    const served = { server, flooding: makeFloodingProgram() }
    const measures: Measure[] = []
    for (const backend of backends) {
      await holdBy(app, backend)
      const idle = await watchLoop(app.app, idleSeconds)
      const seen: Seen[] = []
      for (const disaster of disastersFor(backend))
        seen.push(await watchDisaster(app, backend, disaster, served))
      measures.push(...rows(backend, seen, idle))
    }
    return measures
  } finally {
    await app.close()
    await server.close()
    await engine.remove()
    rmSync(folder, { recursive: true, force: true })
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

type Seen = { readonly name: string; readonly loop: LoopFigures['loop'] }

/** From when the program runs in its box until the run has ended. */
async function watchDisaster(app: App, backend: string, disaster: Disaster, served: Served): Promise<Seen> {
  await visit(app.page, 'Sessions')
  const watch = await startLoopWatch(app.app)
  const sessionId = await startDisaster(app, disaster, served)
  await app.page.getByRole('button', { name: disaster.name }).first().click()
  for (let runs = false; ; ) {
    const { status, level, error } = await app.call('sessions.get', { sessionId })
    if (!runs) {
      const { events } = await app.call('sessions.rows', { sessionId, from: 0, count: 20 })
      runs = events.some(({ body }) => body.type === 'process.started')
      if (runs) await watch.beginAnew()
    }
    if (status !== 'running') {
      const loop = await watch.stop()
      if (!runs || level.backend !== backend) throw new Error(`${disaster.name}: ${error?.message ?? status}`)
      return { name: disaster.name, loop }
    }
    await app.page.waitForTimeout(50)
  }
}

/** Each disaster for itself: a long quiet one would hide what a short one does. */
function rows(backend: string, seen: readonly Seen[], idle: LoopFigures['loop']): Measure[] {
  return (['p99', 'max'] as const).map((figure) => {
    const all = seen.toSorted((a, b) => b.loop[figure] - a.loop[figure])
    const others = all.map(({ name, loop }) => `${name} ${loop[figure].toFixed(0)}`).join(', ')
    const value = all[0]?.loop[figure] ?? Number.NaN
    const goal = figure === 'p99' ? `; goal ${goalMs} ms` : ''
    return {
      name: `app-disasters.${backend}_${figure}`,
      value,
      unit: 'ms',
      anchor: `the same app idle: ${idle[figure].toFixed(2)} ms${goal}; ${others}`,
      ratio: value / idle[figure],
    }
  })
}
