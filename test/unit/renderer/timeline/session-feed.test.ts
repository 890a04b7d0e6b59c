import { describe, expect, it } from 'vitest'
import { createSessionFeed, type FeedPorts } from '../../../../src/renderer/timeline/data/session-feed'
import {
  defaultLimits,
  type EventBody,
  type EventOf,
  failure,
  foldSession,
  mirrorOnly,
  ok,
  type SessionView,
  type StoredEvent,
  startFold,
} from '../../../../src/shared'
import { projectIdSchema, sessionIdSchema } from '../../../../src/shared/ids'

const sessionId = sessionIdSchema.parse('11111111-1111-4111-8111-111111111111')
const started: EventOf<'session.started'> = {
  type: 'session.started',
  projectId: projectIdSchema.parse('22222222-2222-4222-8222-222222222222'),
  projectName: 'sample',
  projectPath: '/sample',
  runtime: null,
  runtimeTitle: 'Rehearsal',
  variant: null,
  prompt: 'Do it',
  capabilities: ['read_tracked_files'],
  limits: defaultLimits,
  level: mirrorOnly,
}

/** A stored session of `count` rows, and a server of it that answers when told to. */
function serve(count: number, running: boolean) {
  const events: StoredEvent[] = [{ seq: 1, at: 0, row: 0, body: started }]
  let fold = startFold(sessionId, 0, started)
  fold = foldSession(fold, { seq: 1, at: 0, row: 0, body: started })
  const add = (body: EventBody): StoredEvent => {
    const event = { seq: events.length + 1, at: events.length, row: events.length, body }
    events.push(event)
    fold = foldSession(fold, event)
    return event
  }
  for (let row = 1; row < count; row += 1) add({ type: 'agent.message', text: `row ${row}`, final: false })
  if (!running) add({ type: 'session.finished', status: 'succeeded', error: null, summary: null })
  const asked: number[] = []
  const stream: { after: number[]; closed: number; send: ((items: unknown[]) => void) | null } = {
    after: [],
    closed: 0,
    send: null,
  }
  let failing = false
  const ports: FeedPorts = {
    getSession: async () => ok(fold.view),
    getRows: async (_, from, rows) => {
      asked.push(from)
      if (failing) return failure('store.unavailable', 'The store can’t be read.')
      return ok({ events: events.filter(({ row }) => row >= from && row < from + rows), rows: events.length })
    },
    openEvents: (_, afterNow, { onItems }) => {
      stream.after.push(afterNow())
      stream.send = (items) => onItems(items as { events: StoredEvent[]; view: SessionView }[])
      return () => {
        stream.closed += 1
      }
    },
    soon: (task) => queueMicrotask(task),
  }
  return { ports, asked, stream, add, view: () => fold.view, fail: (on: boolean) => (failing = on) }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('a session feed', () => {
  it('reads of a finished session only the pages that are looked at, and opens no stream', async () => {
    const server = serve(100_000, false)
    const feed = createSessionFeed(sessionId, server.ports)
    feed.look(0, 30)
    await settle()
    expect(feed.state().count).toBe(100_001)
    expect(server.asked).toEqual([0])
    expect(feed.row(20)).toMatchObject({ row: 20 })
    feed.look(70_000, 70_030)
    await settle()
    expect(server.asked).toEqual([0, 69_900, 70_000])
    expect(server.stream.after).toEqual([])
  })

  it('follows a running session from its last stored event, and shows what comes', async () => {
    const server = serve(10, true)
    const feed = createSessionFeed(sessionId, server.ports)
    feed.look(0, 30)
    await settle()
    expect(server.stream.after).toEqual([10])
    const event = server.add({ type: 'agent.message', text: 'live', final: false })
    server.stream.send?.([{ events: [event], view: server.view() }])
    await settle()
    expect(feed.state().count).toBe(11)
    expect(feed.row(10)).toMatchObject({ body: { text: 'live' } })
    expect(feed.state().view?.lastSeq).toBe(11)
    feed.close()
    expect(server.stream.closed).toBe(1)
  })

  it('tells its listeners once for many batches', async () => {
    const server = serve(10, true)
    const feed = createSessionFeed(sessionId, server.ports)
    await settle()
    let told = 0
    feed.subscribe(() => {
      told += 1
    })
    for (let batch = 0; batch < 5; batch += 1) {
      const event = server.add({ type: 'agent.message', text: 'live', final: false })
      server.stream.send?.([{ events: [event], view: server.view() }])
    }
    await settle()
    expect(told).toBe(1)
  })

  it('keeps a bounded part of a long live session', async () => {
    const server = serve(10, true)
    const feed = createSessionFeed(sessionId, server.ports)
    await settle()
    for (let batch = 0; batch < 100; batch += 1) {
      const events = Array.from({ length: 250 }, () =>
        server.add({ type: 'agent.message', text: 'live', final: false }),
      )
      feed.look(events[0]?.row ?? 0, events.at(-1)?.row ?? 0)
      server.stream.send?.([{ events, view: server.view() }])
    }
    await settle()
    expect(feed.state().count).toBe(25_010)
    expect(feed.held().rows).toBeLessThanOrEqual(4000)
  })

  it('says why rows can’t be read, and reads them on retry', async () => {
    const server = serve(500, false)
    server.fail(true)
    const feed = createSessionFeed(sessionId, server.ports)
    feed.look(0, 30)
    await settle()
    expect(feed.state().error?.code).toBe('store.unavailable')
    server.fail(false)
    feed.retry()
    await settle()
    expect(feed.state().error).toBeNull()
    expect(feed.row(3)).toBeDefined()
  })
})
