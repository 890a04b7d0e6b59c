import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowNumbers, type EventBody, foldSession, startFold } from '../../../src/shared'
import { started } from '../../support/builders'
import { laterEvents, parted } from '../../support/event-arbitraries'
import { naiveFrames } from '../../unit/store/naive-frames'
import { newSessionId, openTestStore, rawDatabase } from './helpers'

const finish: EventBody = { type: 'session.finished', status: 'failed', error: null, summary: null }

describe('projections of a session', () => {
  it('are the same however the events were batched and whenever the store was opened again', () => {
    let store = openTestStore()
    fc.assert(
      fc.property(parted(laterEvents()), fc.array(fc.boolean()), fc.boolean(), (parts, reopen, ends) => {
        const id = newSessionId()
        store.write.createSession(id, 1000, started())
        let at = 1000
        const batches = ends ? [...parts, [finish]] : parts
        batches.forEach((part, index) => {
          if (reopen[index] === true) store = store.reopen()
          store.write.append(
            id,
            part.map((body) => ({ at: ++at, body })),
          )
        })

        const rows = createRowNumbers()
        const expected = [started(), ...batches.flat()].map((body, index) => ({
          seq: index + 1,
          at: 1000 + index,
          row: rows.assign(body),
          body,
        }))
        const events = store.read.eventsAfter(id, 0, 10_000, 1e9)
        expect(events).toEqual(expected)
        const fold = expected.reduce(foldSession, startFold(id, 1000, started()))
        expect(store.read.session(id)).toEqual(fold.view)
        expect(store.read.sessions({ projectId: null, before: null, limit: 1000 }).sessions).toContainEqual(
          fold.view,
        )
        expect(store.read.frames(id).map(({ usage: _, ...rest }) => rest)).toEqual(naiveFrames(events))
        const changes = events.flatMap(({ body }) => (body.type === 'file.changed' ? [body] : []))
        expect(
          store.read.changesUpTo(id, 1000).map((change) => ({ type: 'file.changed', ...change })),
        ).toEqual(changes.toSorted((a, b) => a.frame - b.frame))
        expect(store.read.verify(id)).toEqual({ events: expected.length, brokenSeq: null })
      }),
      { numRuns: 60 },
    )
  })

  it('are taken up again when very many files have changed', () => {
    const store = openTestStore()
    const id = newSessionId()
    store.write.createSession(id, 1000, started())
    const change = (path: string): EventBody => ({
      type: 'file.changed',
      frame: 1,
      change: 'created',
      path,
      oldPath: null,
      before: null,
      after: { hash: 'a'.repeat(64), mode: 'file', size: 1 },
      additions: 2,
      deletions: 0,
      binary: false,
    })
    const bodies = Array.from({ length: 700 }, (_, i) => change(`f${i}`))
    const first = bodies.slice(0, 650).map((body) => ({ at: 1, body }))
    const rest = bodies.slice(600).map((body) => ({ at: 2, body }))
    store.write.append(id, first)
    const again = store.reopen()
    again.write.append(id, rest)
    const events = again.read.eventsAfter(id, 0, 10_000, 1e9)
    expect(again.read.session(id)).toEqual(events.reduce(foldSession, startFold(id, 1000, started())).view)
    expect(again.read.session(id)).toMatchObject({ changedFiles: 700, additions: 1500 })
  })

  it('are made again from the events when they can’t be read', () => {
    const told: string[] = []
    const store = openTestStore(undefined, { log: (_level, text) => told.push(text) })
    const id = newSessionId()
    store.write.createSession(id, 1000, started())
    store.write.append(id, [{ at: 1001, body: { type: 'agent.message', text: 'a', final: false } }])
    const again = store.reopen()
    damage(again.folder)
    again.write.append(id, [{ at: 1002, body: finish }])
    const events = again.read.eventsAfter(id, 0, 10, 1e6)
    expect(again.read.session(id)).toEqual(events.reduce(foldSession, startFold(id, 1000, started())).view)
    expect(told).toEqual(['a session’s summary could not be read and is made again from its events'])
  })
})

function damage(folder: string): void {
  const db = rawDatabase(folder)
  db.exec("UPDATE sessions SET counters = '{}'")
  db.close()
}
