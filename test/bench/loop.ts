import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { createEventBatcher } from '../../src/main/store'
import type { EventBody } from '../../src/shared'
import { newSession, openBenchStore } from './bench-store'
import type { Measure } from './measure'
import { sessionEvents } from './session-events'

const perSecond = 5000
const seconds = 10
const stepMs = 4
const warmUpSeconds = 2

/** How long the main loop is held up while events flood in, beside the same loop with nothing to do. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  try {
    const idle = await measured(() => feed(seconds, () => {}))
    const flood = await flooded(folder)
    return [
      measure('loop.delay_p50', flood.percentile(50), idle.percentile(50)),
      measure('loop.delay_p99', flood.percentile(99), idle.percentile(99)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(name: string, flood: number, idle: number): Measure {
  return {
    name,
    value: milliseconds(flood),
    unit: 'ms',
    anchor: `the same loop idle, ${milliseconds(idle).toFixed(2)} ms`,
    ratio: flood / idle,
  }
}

const milliseconds = (nanoseconds: number): number => nanoseconds / 1e6

async function flooded(folder: string): Promise<IntervalHistogram> {
  const store = openBenchStore(folder)
  const batcher = createEventBatcher(store.write, { now: Date.now })
  const id = newSession(store)
  const bodies = sessionEvents((warmUpSeconds + seconds + 1) * perSecond)
  let pushed = 1
  const push = (): void => {
    const next = bodies.next()
    if (next.done === true) return
    // Each its own stream, so that none is joined with the one before: every event is one to store.
    batcher.push(id, apart(next.value, pushed))
    pushed += 1
  }
  await feed(warmUpSeconds, push)
  const histogram = await measured(() => feed(seconds, push))
  batcher.flush()
  const stored = store.read.session(id)?.lastSeq
  store.close()
  if (stored !== pushed) throw new Error(`pushed ${pushed} events, but ${stored} are stored`)
  return histogram
}

function apart(body: EventBody, index: number): EventBody {
  return body.type === 'tool.output' ? { ...body, stream: index % 2 === 0 ? 'stdout' : 'stderr' } : body
}

/** Pushes `perSecond` events a second, evenly. */
async function feed(forSeconds: number, push: () => void): Promise<void> {
  const began = performance.now()
  let pushed = 0
  for (let now = 0; now < forSeconds * 1000; now = performance.now() - began) {
    for (const due = Math.floor((now * perSecond) / 1000); pushed < due; pushed += 1) push()
    await delay(stepMs)
  }
}

async function measured(run: () => Promise<void>): Promise<IntervalHistogram> {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  await run()
  histogram.disable()
  return histogram
}
