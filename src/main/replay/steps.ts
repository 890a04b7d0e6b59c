import { setImmediate } from 'node:timers/promises'
import { createLru, type FrameView, type SessionView, type StoredEvent } from '../../shared'
import type { StoreReader } from '../store'
import type { Step } from './align/step'
import { createStepBuilder, type StepBuilder, stepOfSummary } from './step-builder'

const maxEvents = 200_000
const batchEvents = 500
const batchBytes = 256 * 1024
const maxCachedSteps = 20_000

/** Reads the steps that a session's frames are aligned by. */
export type StepReader = (session: SessionView, frames: readonly FrameView[]) => Promise<readonly Step[]>

/**
 * Reads frames' events in small batches, giving the main loop room between them, up to 200,000 of a session; frames
 * beyond that are told apart by their summaries. Steps of finished sessions are kept.
 */
export function createStepReader(read: Pick<StoreReader, 'eventsAfter'>): StepReader {
  const cache = createLru<readonly Step[]>(maxCachedSteps, (steps) => steps.length)

  return async (session, frames) => {
    const key = `${session.id} ${session.lastSeq}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const steps = await readSteps(read, session, frames)
    cache.set(key, steps)
    return steps
  }
}

async function readSteps(
  read: Pick<StoreReader, 'eventsAfter'>,
  session: SessionView,
  frames: readonly FrameView[],
): Promise<readonly Step[]> {
  const steps: Step[] = []
  let builder: StepBuilder | null = null
  let count = 0
  let after = (frames[0]?.firstSeq ?? 1) - 1

  const take = (event: StoredEvent) => {
    // A frame's events are all those up to the beginning of the next one, late file changes included.
    while ((frames[steps.length + 1]?.firstSeq ?? Number.POSITIVE_INFINITY) <= event.seq) finish()
    const frame = frames[steps.length]
    if (frame === undefined || frame.firstSeq > event.seq) return
    builder ??= createStepBuilder(frame)
    builder.add(event.body)
  }
  const finish = () => {
    const frame = frames[steps.length]
    if (frame === undefined) return
    steps.push(builder === null ? stepOfSummary(frame) : builder.build())
    builder = null
  }

  while (count < maxEvents && frames.length > 0) {
    const events = read.eventsAfter(session.id, after, batchEvents, batchBytes)
    for (const event of events) take(event)
    count += events.length
    const last = events.at(-1)
    if (last === undefined) break
    after = last.seq
    await setImmediate()
  }
  // What the bound cut off is told from summaries; a frame of which only a part was read, too.
  if (count < maxEvents) finish()
  return [...steps, ...frames.slice(steps.length).map(stepOfSummary)]
}
