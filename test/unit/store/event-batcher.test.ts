import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventBatcher, type NewEvent, StoreError } from '../../../src/main/store'
import { type EventBody, failure, type SessionId } from '../../../src/shared'
import { ids } from '../../support/builders'
import { laterEvents } from '../../support/event-arbitraries'

/** A batcher over a list of what was appended, and a clock that the test moves. */
function batcherWith(options: { maxEvents?: number; failing?: () => boolean } = {}) {
  const appended: { id: SessionId; events: readonly NewEvent[] }[] = []
  const errors: unknown[] = []
  const planned: { run: () => void; delayMs: number | null }[] = []
  let time = 1000
  const batcher = createEventBatcher(
    {
      append: (id, events) => {
        if (options.failing?.() === true) throw new Error('full')
        appended.push({ id, events: events.flatMap((entry) => ('body' in entry ? [entry] : [])) })
      },
    },
    {
      now: () => time++,
      maxEvents: options.maxEvents ?? 200,
      onError: (cause) => errors.push(cause),
      schedule: (run, delayMs) => {
        const plan = { run, delayMs }
        planned.push(plan)
        return () => void planned.splice(planned.indexOf(plan), 1)
      },
    },
  )
  /** Lets the planned callback come; how long it was planned ahead. */
  const turn = (): number | null | undefined => {
    const plan = planned.shift()
    plan?.run()
    return plan?.delayMs
  }
  return { batcher, appended, errors, planned, turn }
}

const message = (text: string): EventBody => ({ type: 'agent.message', text, final: false })
const output = (text: string, callId = 'c1', stream: 'stdout' | 'stderr' = 'stdout'): EventBody => ({
  type: 'tool.output',
  callId,
  stream,
  text,
})

describe('gathering events', () => {
  it('commits within 50 ms, in one transaction, with the time of each', () => {
    const { batcher, appended, planned, turn } = batcherWith()
    batcher.push(ids.session, message('a'))
    batcher.push(ids.session, message('b'))
    expect(appended).toEqual([])
    expect(planned).toHaveLength(1)
    expect(turn()).toBe(50)
    expect(appended).toEqual([
      {
        id: ids.session,
        events: [
          { at: 1000, body: message('a') },
          { at: 1001, body: message('b') },
        ],
      },
    ])
    expect(planned).toEqual([])
  })

  it('commits a full batch at the next turn of the loop, and a burst one batch per turn', () => {
    const { batcher, appended, turn } = batcherWith({ maxEvents: 10 })
    for (let i = 0; i < 35; i += 1) batcher.push(ids.session, message(String(i)))
    expect(appended).toEqual([])
    expect([turn(), turn(), turn(), turn(), turn()]).toEqual([null, null, null, null, undefined])
    expect(appended.map(({ events }) => events.length)).toEqual([10, 10, 10, 5])
    expect(appended.flatMap(({ events }) => events.map(({ body }) => body))).toEqual(
      Array.from({ length: 35 }, (_, i) => message(String(i))),
    )
  })

  it('flushes everything at once, of every session', () => {
    const { batcher, appended, planned } = batcherWith({ maxEvents: 10 })
    for (let i = 0; i < 15; i += 1) batcher.push(ids.session, message(String(i)))
    batcher.push(ids.otherSession, message('other'))
    batcher.flush()
    expect(appended.map(({ id, events }) => [id, events.length])).toEqual([
      [ids.session, 10],
      [ids.otherSession, 1],
      [ids.session, 5],
    ])
    expect(planned).toEqual([])
    batcher.flush()
    expect(appended).toHaveLength(3)
  })

  it('drains with turns of the loop between batches, and what comes meanwhile too', async () => {
    const { batcher, appended, planned } = batcherWith({ maxEvents: 10 })
    for (let i = 0; i < 25; i += 1) batcher.push(ids.session, message(String(i)))
    const drained = batcher.drain()
    expect(appended).toHaveLength(1)
    batcher.push(ids.session, message('meanwhile'))
    await drained
    expect(appended.map(({ events }) => events.length)).toEqual([10, 10, 6])
    await batcher.drain()
    expect(appended).toHaveLength(3)
    expect(planned.length).toBeLessThan(2)
  })

  it('puts no more text into one batch than a commit can take quickly, lines and output alike', () => {
    const { batcher, appended } = batcherWith({ maxEvents: 1000 })
    const piece = 'x'.repeat(32 * 1024)
    for (let i = 0; i < 40; i += 1) {
      batcher.push(ids.session, output(piece))
      batcher.pushLine(ids.session, { attempt: 1, text: piece })
    }
    batcher.flush()
    expect(Math.max(...appended.map(({ events }) => events.length))).toBeLessThanOrEqual(5)
    expect(appended.flatMap(({ events }) => events)).toHaveLength(40)
  })

  it('joins output that follows output of the same stream, up to 32 KiB', () => {
    const { batcher, appended } = batcherWith()
    for (const body of [
      output('a'),
      output('b'),
      output('c', 'c1', 'stderr'),
      output('d', 'c2', 'stderr'),
      message('between'),
      output('e', 'c2', 'stderr'),
      output('x'.repeat(32 * 1024 - 1), 'c2', 'stderr'),
      output('f', 'c2', 'stderr'),
    ])
      batcher.push(ids.session, body)
    batcher.flush()
    expect(appended[0]?.events.map(({ at, body }) => [at, body])).toEqual([
      [1000, output('ab')],
      [1001, output('c', 'c1', 'stderr')],
      [1002, output('d', 'c2', 'stderr')],
      [1003, message('between')],
      [1004, output(`e${'x'.repeat(32 * 1024 - 1)}`, 'c2', 'stderr')],
      [1005, output('f', 'c2', 'stderr')],
    ])
  })

  it('keeps what could not be committed, says so, and commits it in order later', () => {
    let full = true
    const { batcher, appended, errors, planned, turn } = batcherWith({ failing: () => full })
    batcher.push(ids.session, message('a'))
    turn()
    expect(errors).toHaveLength(1)
    expect(planned).toEqual([])
    batcher.push(ids.session, message('b'))
    expect(() => batcher.flush()).toThrow('full')
    full = false
    batcher.flush()
    expect(appended.flatMap(({ events }) => events.map(({ body }) => body))).toEqual([
      message('a'),
      message('b'),
    ])
  })

  it('tells once that it is failing, and anew after a commit; one who asks later is told at once', () => {
    let full = true
    const { batcher, turn } = batcherWith({ failing: () => full })
    const told: string[] = []
    batcher.onFailing(({ code }) => void told.push(code))
    batcher.push(ids.session, message('a'))
    turn()
    batcher.push(ids.session, message('b'))
    turn()
    expect(told).toEqual(['internal.bug'])
    const later: string[] = []
    batcher.onFailing(({ code }) => void later.push(code))()
    expect(later).toEqual(['internal.bug'])
    full = false
    batcher.flush()
    full = true
    batcher.push(ids.session, message('c'))
    turn()
    expect([told.length, later.length]).toEqual([2, 1])
  })

  it('a database that another program holds is waited for before that is failing', () => {
    let time = 0
    const { error } = failure('store.unavailable', 'held', { reason: 'SQLITE_BUSY' })
    const batcher = createEventBatcher(
      {
        append: () => {
          throw new StoreError(error)
        },
      },
      { now: () => time, schedule: () => () => {} },
    )
    const told: unknown[] = []
    batcher.onFailing((each) => void told.push(each))
    batcher.push(ids.session, message('a'))
    expect(() => batcher.flush()).toThrow(StoreError)
    time = 14_000
    expect(() => batcher.flush()).toThrow(StoreError)
    expect(told).toEqual([])
    time = 16_000
    expect(() => batcher.flush()).toThrow(StoreError)
    expect(told).toEqual([error])
  })

  it('loses, doubles and reorders nothing, whatever is pushed and however it is committed', () => {
    const sessions = [ids.session, ids.otherSession]
    fc.assert(
      fc.property(
        laterEvents(),
        fc.array(fc.nat(6)),
        fc.integer({ min: 1, max: 7 }),
        (bodies, doing, maxEvents) => {
          const { batcher, appended, turn } = batcherWith({ maxEvents })
          const pushed = bodies.map((body, i) => ({ id: sessions[(doing[i] ?? 0) % 2] ?? ids.session, body }))
          pushed.forEach(({ id, body }, i) => {
            batcher.push(id, body)
            if (doing[i] === 5) turn()
            if (doing[i] === 6) batcher.flush()
          })
          batcher.flush()
          for (const id of sessions) {
            const got = appended.filter((part) => part.id === id).flatMap(({ events }) => events)
            const sent = pushed.filter((one) => one.id === id).map(({ body }) => body)
            expect(joined(got.map(({ body }) => body))).toEqual(joined(sent))
            expect(got.map(({ at }) => at)).toEqual(got.map(({ at }) => at).toSorted((a, b) => a - b))
          }
          expect(appended.every(({ events }) => events.length > 0 && events.length <= maxEvents)).toBe(true)
        },
      ),
    )
  })
})

/** Joins all output that may be joined, so that lists that were joined differently can be compared. */
function joined(bodies: readonly EventBody[]): readonly EventBody[] {
  const list: EventBody[] = []
  for (const body of bodies) {
    const last = list.at(-1)
    const follows =
      last !== undefined &&
      'text' in last &&
      'text' in body &&
      'stream' in body &&
      JSON.stringify({ ...last, text: '' }) === JSON.stringify({ ...body, text: '' })
    if (follows) list[list.length - 1] = { ...body, text: last.text + body.text }
    else list.push(body)
  }
  return list
}
