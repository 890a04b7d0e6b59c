import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowCache, rowsPerPage } from '../../../../src/renderer/timeline/data/row-cache'
import {
  createRowNumbers,
  type EventBody,
  foldRow,
  type StoredEvent,
  type TimelineRow,
} from '../../../../src/shared'

const message = (text: string): EventBody => ({ type: 'agent.message', text, final: false })
const called = (callId: string): EventBody => ({
  type: 'tool.called',
  callId,
  tool: 'bash',
  kind: 'run',
  target: `make ${callId}`,
  input: {},
})
const output = (callId: string, text: string): EventBody => ({
  type: 'tool.output',
  callId,
  stream: 'stdout',
  text,
})
const finished = (callId: string): EventBody => ({
  type: 'tool.finished',
  callId,
  failed: false,
  exitCode: 0,
  output: null,
  durationMs: 1,
})

function record(bodies: readonly EventBody[]): readonly StoredEvent[] {
  const rows = createRowNumbers()
  return bodies.map((body, index) => ({ seq: index + 1, at: index, row: rows.assign(body), body }))
}

function foldAll(events: readonly StoredEvent[]): readonly TimelineRow[] {
  const rows: (TimelineRow | undefined)[] = []
  for (const event of events) rows[event.row] = foldRow(rows[event.row], event)
  return rows.filter((row) => row !== undefined)
}

const eventsOfPage = (events: readonly StoredEvent[], page: number): readonly StoredEvent[] =>
  events.filter(({ row }) => Math.floor(row / rowsPerPage) === page)

const rowsIn = (cache: ReturnType<typeof createRowCache>) =>
  Array.from({ length: cache.count() }, (_, row) => cache.get(row))

describe('the row cache', () => {
  it('folds live events as folding them one by one does', () => {
    const events = record([message('a'), called('1'), output('1', 'x'), output('1', 'y'), finished('1')])
    const cache = createRowCache()
    cache.addLive(events)
    expect(rowsIn(cache)).toEqual(foldAll(events))
  })

  it('does not make a row of an event whose row it does not hold from its start', () => {
    const events = record([called('1'), output('1', 'early'), output('1', 'late')])
    const cache = createRowCache()
    cache.begin(1, 2)
    cache.addLive(events.slice(2))
    expect(cache.get(0)).toBeUndefined()
    expect(cache.missingPages(0, 0)).toEqual([0])
  })

  it('adds events that came while a page was on its way to the page', () => {
    const events = record([called('1'), output('1', 'early'), output('1', 'late')])
    const cache = createRowCache()
    cache.begin(1, 2)
    cache.awaitPage(0)
    cache.addLive(events.slice(2))
    cache.addPage(0, events.slice(0, 2))
    expect(rowsIn(cache)).toEqual(foldAll(events))
  })

  it('folds no event twice when a page was ahead of the live events', () => {
    const events = record([called('1'), output('1', 'a'), output('1', 'b'), output('1', 'c')])
    const cache = createRowCache()
    cache.begin(1, 1)
    cache.awaitPage(0)
    cache.addPage(0, events.slice(0, 3))
    cache.addLive(events.slice(1))
    expect(rowsIn(cache)).toEqual(foldAll(events))
  })

  it('folds no waiting event twice when the page that comes is ahead of it', () => {
    const events = record([called('1'), output('1', 'a'), output('1', 'b'), output('1', 'c')])
    const cache = createRowCache()
    cache.begin(1, 1)
    cache.awaitPage(0)
    cache.addLive(events.slice(1))
    cache.addPage(0, events.slice(0, 3))
    expect(rowsIn(cache)).toEqual(foldAll(events))
  })

  it('lets go of what is far from the rows in view, never of what is in view', () => {
    const events = record(Array.from({ length: 2000 }, (_, index) => message(String(index))))
    const cache = createRowCache({ rows: 500, characters: 10_000_000 })
    cache.addLive(events)
    cache.trim(0, 30)
    expect(cache.held().rows).toBeLessThanOrEqual(500)
    expect(cache.get(10)).toBeDefined()
    expect(cache.get(1999)).toBeUndefined()
    expect(cache.missingPages(1950, 1999)).toEqual([19])
  })

  it('counts characters too: few rows with long outputs are let go of as well', () => {
    const long = 'x'.repeat(60_000)
    const bodies = Array.from({ length: 500 }, (_, index) => message(`${index}${long}`))
    const cache = createRowCache({ rows: 4000, characters: 12_000_000 })
    cache.addLive(record(bodies))
    cache.trim(450, 499)
    expect(cache.held().characters).toBeLessThanOrEqual(12_000_000)
    expect(cache.get(499)).toBeDefined()
  })
})

/** A recorded session of messages and interleaved calls. */
const sessionArbitrary = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: fc.string({ maxLength: 4 }).map(message) },
      { weight: 1, arbitrary: fc.constantFrom('1', '2', '3').map(called) },
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom('1', '2', '3'), fc.string({ minLength: 1, maxLength: 4 }))
          .map(([id, text]) => output(id, text)),
      },
      { weight: 1, arbitrary: fc.constantFrom('1', '2', '3').map(finished) },
    ),
    { minLength: 1, maxLength: 400, size: 'max' },
  )
  .map(record)

/** One step of a window and its server: batches are stored and sent in order, a page is read when it is answered. */
const stepsArbitrary = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('store' as const), events: fc.integer({ min: 1, max: 80 }) }),
    fc.record({ type: fc.constant('deliver' as const), events: fc.integer({ min: 1, max: 80 }) }),
    fc.record({ type: fc.constant('ask' as const), page: fc.nat(2) }),
    fc.record({ type: fc.constant('read' as const), page: fc.nat(2) }),
    fc.record({ type: fc.constant('answer' as const), page: fc.nat(2) }),
    fc.record({ type: fc.constant('trim' as const), row: fc.nat(600) }),
  ),
  { maxLength: 80, size: 'max' },
)

describe('any order of live batches and page replies', () => {
  it('gives the rows that folding all events gives', () => {
    fc.assert(
      fc.property(sessionArbitrary, fc.nat(400), stepsArbitrary, (events, begun, steps) => {
        const cache = createRowCache({ rows: 250, characters: 1_000_000 })
        let stored = Math.min(begun, events.length)
        let delivered = stored
        cache.begin(Math.max(0, ...events.slice(0, stored).map(({ row }) => row + 1)), stored)
        const asked = new Map<number, readonly StoredEvent[] | null>()
        const answer = (page: number): void => {
          const reply = asked.get(page)
          if (reply === undefined) return
          asked.delete(page)
          cache.addPage(page, reply ?? eventsOfPage(events.slice(0, stored), page))
        }
        for (const step of steps) {
          if (step.type === 'store') stored = Math.min(events.length, stored + step.events)
          else if (step.type === 'deliver') {
            const to = Math.min(stored, delivered + step.events)
            cache.addLive(events.slice(delivered, to))
            delivered = to
          } else if (step.type === 'ask') {
            if (cache.missingPages(step.page * rowsPerPage, step.page * rowsPerPage).includes(step.page)) {
              cache.awaitPage(step.page)
              asked.set(step.page, null)
            }
          } else if (step.type === 'read') {
            if (asked.get(step.page) === null)
              asked.set(step.page, eventsOfPage(events.slice(0, stored), step.page))
          } else if (step.type === 'answer') answer(step.page)
          else cache.trim(step.row, step.row)
        }
        cache.addLive(events.slice(delivered))
        stored = events.length
        for (const page of [...asked.keys()]) answer(page)
        for (const page of cache.missingPages(0, cache.count())) {
          cache.awaitPage(page)
          cache.addPage(page, eventsOfPage(events, page))
        }
        expect(rowsIn(cache)).toEqual(foldAll(events))
      }),
      { numRuns: 300 },
    )
  })
})
