import { describe, expect, it } from 'vitest'
import { type EventBody, foldSession, startFold } from '../../../src/shared'
import { started } from '../../support/builders'
import { addSession, message, newSessionId, openTestStore, rawDatabase } from './helpers'

const call: EventBody = {
  type: 'tool.called',
  callId: 'c1',
  tool: 'Edit',
  kind: 'edit',
  target: 'a.txt',
  input: { path: 'a.txt' },
}

describe('appending events', () => {
  it('numbers them from 1 and gives each its row', () => {
    const store = openTestStore()
    const id = newSessionId()
    const first = store.write.createSession(id, 1000, started())
    const rest = store.write.append(id, [
      { at: 1001, body: call },
      { at: 1002, body: message('hello') },
      { at: 1003, body: { type: 'tool.output', callId: 'c1', stream: 'stdout', text: 'done' } },
    ])
    expect([first, ...rest].map(({ seq, row }) => [seq, row])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 1],
    ])
    expect(store.read.eventsAfter(id, 0, 100, 1e6)).toEqual([first, ...rest])
  })

  it('keeps the view that folding the events gives', () => {
    const store = openTestStore()
    const id = addSession(store, [
      call,
      message('hello'),
      { type: 'process.output', stream: 'stderr', text: 'x' },
    ])
    const events = store.read.eventsAfter(id, 0, 100, 1e6)
    const { view } = events.reduce(foldSession, startFold(id, 1000, started()))
    expect(store.read.session(id)).toEqual(view)
    expect(view).toMatchObject({ lastSeq: 4, rows: 4, toolCalls: 1, outputBytes: 6 })
  })

  it('tells listeners after the commit, with events that a reader finds (I3)', () => {
    const store = openTestStore()
    const seen: unknown[] = []
    store.onCommit((id, events, view) => {
      const found = store.read.eventsAfter(id, (events[0]?.seq ?? 1) - 1, 100, 1e6)
      seen.push([found.length === events.length, view.lastSeq, store.read.session(id)?.lastSeq])
    })
    const id = newSessionId()
    store.write.createSession(id, 1000, started())
    store.write.append(id, [
      { at: 1001, body: message('a') },
      { at: 1002, body: message('b') },
    ])
    expect(seen).toEqual([
      [true, 1, 1],
      [true, 3, 3],
    ])
  })

  it('tells of commits in their order when a listener appends, and goes on when one throws', () => {
    const failures: string[] = []
    const store = openTestStore(undefined, { log: (_level, text) => failures.push(text) })
    const id = addSession(store)
    const order: number[] = []
    store.onCommit((session, events) => {
      if (events[0]?.seq === 2) store.write.append(session, [{ at: 2, body: message('from the listener') }])
      throw new Error('listener')
    })
    const stop = store.onCommit((_id, events) => order.push(...events.map(({ seq }) => seq)))
    store.write.append(id, [{ at: 1, body: message('first') }])
    expect(order).toEqual([2, 3])
    expect(failures.filter((text) => text === 'a commit listener failed')).toHaveLength(2)
    stop()
    store.write.append(id, [{ at: 3, body: message('last') }])
    expect(order).toEqual([2, 3])
  })

  it('refuses a session that is not on record', () => {
    const store = openTestStore()
    const unknown = newSessionId()
    expect(() => store.write.append(unknown, [{ at: 1, body: message('a') }])).toThrowError(
      expect.objectContaining({ error: expect.objectContaining({ code: 'store.not_found' }) }),
    )
    expect(store.read.session(unknown)).toBeNull()
  })

  it('stores nothing of a batch that fails, and goes on after it', () => {
    const store = openTestStore()
    const id = addSession(store, [message('kept')])
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    const bad: EventBody = { ...call, input: circular }
    expect(() =>
      store.write.append(
        id,
        [call, bad].map((body) => ({ at: 9, body })),
      ),
    ).toThrow()
    expect(store.read.session(id)).toMatchObject({ lastSeq: 2, toolCalls: 0 })
    store.write.append(id, [{ at: 10, body: message('after') }])
    expect(store.read.eventsAfter(id, 0, 10, 1e6).map(({ seq, row }) => [seq, row])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ])
    expect(store.read.verify(id)).toEqual({ events: 3, brokenSeq: null })
  })

  it('takes up a session of an earlier start: the interruption is its next event', () => {
    const store = openTestStore()
    const id = addSession(store, [
      { type: 'frame.started', frame: 1, turn: 1 },
      call,
      { type: 'tool.output', callId: 'c1', stream: 'stdout', text: 'half' },
    ])
    const again = store.reopen()
    expect(again.read.unfinishedSessions()).toEqual([id])
    const [output, finished] = again.write.append(id, [
      { at: 2000, body: { type: 'tool.output', callId: 'c1', stream: 'stdout', text: ' done' } },
      { at: 2001, body: { type: 'session.finished', status: 'interrupted', error: null, summary: null } },
    ])
    expect([output?.row, finished?.row]).toEqual([1, 2])
    expect(again.read.unfinishedSessions()).toEqual([])
    expect(again.read.session(id)).toMatchObject({ status: 'interrupted', endedAt: 2001, lastSeq: 6 })
    expect(again.read.frames(id)).toMatchObject([{ frame: 1, endedAt: 2001, lastSeq: 5 }])
    expect(again.read.verify(id)).toEqual({ events: 6, brokenSeq: null })
  })

  it('reads what it does not know as event.unknown (I11)', () => {
    const store = openTestStore()
    const id = addSession(store, [message('a')])
    const db = rawDatabase(store.folder)
    db.prepare(
      `INSERT INTO events (session, seq, at, row, type, body, hash)
       VALUES ((SELECT key FROM sessions WHERE id = ?), 3, 7, 2, 'agent.sang', '{"type":"agent.sang"}', x'00')`,
    ).run(id)
    expect(store.read.eventsAfter(id, 2, 10, 1e6)).toEqual([
      {
        seq: 3,
        at: 7,
        row: 2,
        body: { type: 'event.unknown', kind: 'agent.sang', raw: '{"type":"agent.sang"}' },
      },
    ])
  })
})
