import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EventBody, foldRow, type StoredEvent, type TimelineRow } from '../../../src/shared'
import { ids, started } from '../../support/builders'
import { laterEvents } from '../../support/event-arbitraries'
import { addSession, message, newSessionId, openTestStore, type TestStore } from './helpers'

const call = (callId: string, target: string | null = null): EventBody => ({
  type: 'tool.called',
  callId,
  tool: 'Bash',
  kind: 'run',
  target,
  input: {},
})
const output = (callId: string, text: string): EventBody => ({
  type: 'tool.output',
  callId,
  stream: 'stdout',
  text,
})

describe('the list of sessions', () => {
  it('is newest first, page by page, and misses none that began in the same millisecond', () => {
    const store = openTestStore()
    const times = [5, 1, 3, 3, 3, 2, 9, 3]
    const added = times.map((at) => ({ id: addSession(store, [], at), at }))
    const seen: unknown[] = []
    for (let before: number | null = null; ; ) {
      const page: ReturnType<TestStore['read']['sessions']> = store.read.sessions({
        projectId: null,
        before,
        limit: 2,
      })
      expect(page.total).toBe(times.length)
      seen.push(...page.sessions.map(({ id }) => id))
      const last = page.sessions.at(-1)
      if (last === undefined) break
      before = last.startedAt
    }
    const newestFirst = added
      .map((one, index) => ({ ...one, index }))
      .sort((a, b) => b.at - a.at || b.index - a.index)
    expect(seen).toEqual(newestFirst.map(({ id }) => id))
  })

  it('is of one project where one is asked for', () => {
    const store = openTestStore()
    const mine = addSession(store)
    const other = newSessionId()
    store.write.createSession(other, 2000, started({ projectId: ids.otherProject }))
    const list = (projectId: typeof ids.project | null) =>
      store.read.sessions({ projectId, before: null, limit: 10 }).sessions.map(({ id }) => id)
    expect(list(ids.project)).toEqual([mine])
    expect(list(ids.otherProject)).toEqual([other])
    expect(list(null)).toEqual([other, mine])
    expect(store.read.sessionCount(ids.otherProject)).toBe(1)
  })

  it('shows the others when one can’t be read, and says so', () => {
    const told: string[] = []
    const store = openTestStore(undefined, { log: (_level, text) => told.push(text) })
    const good = addSession(store)
    const id = newSessionId()
    const unreadable = { ...started(), limits: undefined } as unknown as ReturnType<typeof started>
    store.write.createSession(id, 2000, unreadable)
    const page = store.read.sessions({ projectId: null, before: null, limit: 5 })
    expect(page.sessions.map((view) => view.id)).toEqual([good])
    expect(page.unreadable).toEqual([id])
    expect(told).toEqual(['a session can’t be read'])
    const again = store.reopen()
    expect(() => again.read.session(id)).toThrowError(
      expect.objectContaining({ error: expect.objectContaining({ code: 'store.corrupt' }) }),
    )
  })
})

describe('events after a number', () => {
  it('are bounded by count and by size, but for the first', () => {
    const store = openTestStore()
    const id = addSession(
      store,
      Array.from({ length: 20 }, () => message('x'.repeat(1000))),
    )
    const seqs = (after: number, limit: number, maxBytes: number) =>
      store.read.eventsAfter(id, after, limit, maxBytes).map(({ seq }) => seq)
    expect(seqs(1, 3, 1e6)).toEqual([2, 3, 4])
    expect(seqs(1, 100, 3500)).toEqual([2, 3, 4])
    expect(seqs(1, 100, 1)).toEqual([2])
    expect(seqs(21, 100, 1e6)).toEqual([])
    expect(store.read.eventsAfter(newSessionId(), 0, 10, 10)).toEqual([])
  })
})

describe('events of timeline rows', () => {
  it('are all events of these rows, in order', () => {
    const store = openTestStore()
    fc.assert(
      fc.property(laterEvents(40), fc.nat(30), fc.nat(30), (bodies, from, count) => {
        const id = addSession(store, bodies)
        const all = store.read.eventsAfter(id, 0, 1000, 1e9)
        expect(store.read.eventsOfRows(id, from, count)).toEqual(
          all.filter(({ row }) => row >= from && row < from + count),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('are the first 3 and the newest 200 of a row that has very many, and show the row as it is', () => {
    const store = openTestStore()
    const lines = Array.from({ length: 5000 }, (_, i) => output('c1', `line ${i}\n`))
    const result: EventBody = {
      type: 'tool.finished',
      callId: 'c1',
      failed: false,
      exitCode: 0,
      output: null,
      durationMs: 1,
    }
    const id = addSession(store, [call('c1'), ...lines, message('after'), result])
    const events = store.read.eventsOfRows(id, 0, 10)
    const row = events.filter((event) => event.row === 1)
    expect(row.map(({ seq }) => seq)).toEqual([
      2,
      3,
      4,
      ...Array.from({ length: 199 }, (_, i) => 4804 + i),
      5004,
    ])
    expect(folded(row)).toMatchObject({ result: { exitCode: 0 } })
    expect(events.map(({ row }) => row)).toContain(2)
  })

  it('are bounded in size, the call and the newest output kept', () => {
    const store = openTestStore()
    const blocks = Array.from({ length: 150 }, (_, i) => output('c1', `${i} ${'x'.repeat(30_000)}`))
    const id = addSession(store, [call('c1'), ...blocks])
    const events = store.read.eventsOfRows(id, 1, 1)
    const size = events.reduce((sum, event) => sum + JSON.stringify(event.body).length, 0)
    expect(size).toBeLessThan(200_000)
    expect(events[0]?.body.type).toBe('tool.called')
    expect(events.at(-1)?.seq).toBe(152)
  })
})

describe('single questions about a session', () => {
  it('find the first event of a kind, seldom or frequent, or none', () => {
    const store = openTestStore()
    const id = addSession(store, [message('a'), call('c1'), message('b')])
    expect(store.read.firstEventOfType(id, 'session.started')?.seq).toBe(1)
    expect(store.read.firstEventOfType(id, 'agent.message')?.seq).toBe(2)
    expect(store.read.firstEventOfType(id, 'tool.output')).toBeNull()
    expect(store.read.firstEventOfType(id, 'mirror.created')).toBeNull()
  })

  it('give the changes up to a frame, in order of frames', () => {
    const store = openTestStore()
    const changed = (frame: number, path: string): EventBody => ({
      type: 'file.changed',
      frame,
      change: 'created',
      path,
      oldPath: null,
      before: null,
      after: { hash: 'a'.repeat(64), mode: 'file', size: 1 },
      additions: 1,
      deletions: 0,
      binary: false,
    })
    const id = addSession(store, [changed(1, 'a'), changed(2, 'b'), changed(1, 'late'), changed(3, 'c')])
    expect(store.read.changesUpTo(id, 2).map(({ frame, path }) => [frame, path])).toEqual([
      [1, 'a'],
      [1, 'late'],
      [2, 'b'],
    ])
    expect(store.read.changesUpTo(id, 0)).toEqual([])
  })

  it('give frames page by page', () => {
    const store = openTestStore()
    const frames = [1, 2, 3].map((frame): EventBody => ({ type: 'frame.started', frame, turn: 1 }))
    const id = addSession(store, frames)
    const page = (after: number, limit: number) =>
      store.read.framesAfter(id, after, limit).map(({ frame }) => frame)
    expect([page(0, 2), page(2, 2), page(3, 2)]).toEqual([[1, 2], [3], []])
    expect(store.read.frames(id).map(({ frame }) => frame)).toEqual([1, 2, 3])
  })

  it('check the chain some events at a time, also while more are appended', () => {
    const store = openTestStore()
    const id = addSession(
      store,
      Array.from({ length: 599 }, (_, index) => message(`${index}`)),
    )
    const next = store.read.verification(id)
    expect(next()).toBeNull()
    store.write.append(id, [{ at: 3000, body: message('one more') }])
    let verified = next()
    let turns = 2
    for (; verified === null; turns += 1) verified = next()
    expect(verified).toEqual({ events: 601, brokenSeq: null })
    expect(turns).toBeGreaterThan(2)
  })
})

function folded(events: readonly StoredEvent[]): TimelineRow | undefined {
  return events.reduce<TimelineRow | undefined>(foldRow, undefined)
}
