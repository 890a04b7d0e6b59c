import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EventBody,
  type EventOf,
  foldSession,
  noUsage,
  type SessionFold,
  type StoredEvent,
  startFold,
  type Usage,
} from '../../../../src/shared'
import { ids, started, stored } from '../../../support/builders'

const first = started()
const fold = (bodies: readonly EventBody[]): SessionFold =>
  stored([first, ...bodies]).reduce<SessionFold>(
    (state, event) => foldSession(state, event),
    startFold(ids.session, 1000, first),
  )
const view = (bodies: readonly EventBody[]) => fold(bodies).view

const usage = (patch: Partial<Usage>): Usage => ({ ...noUsage, ...patch })
const reported = (responseId: string, patch: Partial<Usage>): EventBody => ({
  type: 'agent.usage',
  responseId,
  model: null,
  usage: usage(patch),
})
const changed = (patch: Partial<EventOf<'file.changed'>>): EventBody => ({
  type: 'file.changed',
  frame: 1,
  change: 'modified',
  path: 'a.txt',
  oldPath: null,
  before: null,
  after: null,
  additions: 1,
  deletions: 0,
  binary: false,
  ...patch,
})
const called = (callId: string, target: string): EventBody => ({
  type: 'tool.called',
  callId,
  tool: 'run',
  kind: 'run',
  target,
  input: {},
})
const finished = (callId: string, failed: boolean): EventBody => ({
  type: 'tool.finished',
  callId,
  failed,
  exitCode: failed ? 1 : 0,
  output: null,
  durationMs: 5,
})

describe('foldSession', () => {
  it('counts the last usage of each response once', () => {
    const result = view([
      reported('r1', { inputTokens: 10, outputTokens: 1 }),
      reported('r1', { inputTokens: 10, outputTokens: 7, costUsd: 0.5 }),
      reported('r2', { inputTokens: 20, outputTokens: 3 }),
    ])
    expect(result.usage).toEqual(usage({ inputTokens: 30, outputTokens: 10, costUsd: 0.5 }))
  })

  it.each([
    ['modified twice', [{}, {}], [['a.txt', 'modified', 2]]],
    ['created, then modified', [{ change: 'created' }, {}], [['a.txt', 'created', 2]]],
    ['created, then deleted', [{ change: 'created' }, { change: 'deleted' }], []],
    [
      'deleted, then created again',
      [{ change: 'deleted' }, { change: 'created' }],
      [['a.txt', 'modified', 2]],
    ],
    ['renamed', [{ change: 'renamed', path: 'b.txt', oldPath: 'a.txt' }], [['b.txt', 'renamed', 1]]],
    [
      'created, then renamed',
      [{ change: 'created' }, { change: 'renamed', path: 'b.txt', oldPath: 'a.txt' }],
      [['b.txt', 'created', 2]],
    ],
    [
      'renamed, then modified',
      [{ change: 'renamed', path: 'b.txt', oldPath: 'a.txt' }, { path: 'b.txt' }],
      [['b.txt', 'renamed', 2]],
    ],
  ] as const)('a file %s', (_name, patches, expected) => {
    const result = view(patches.map((patch) => changed(patch)))
    expect(result.changes.map(({ path, change, additions }) => [path, change, additions])).toEqual(expected)
    expect(result.changedFiles).toBe(expected.length)
  })

  it('keeps the result of the last test command', () => {
    const result = view([
      called('c1', 'node --test'),
      { type: 'tool.output', callId: 'c1', stream: 'stdout', text: 'ℹ pass 13\nℹ fai' },
      { type: 'tool.output', callId: 'c1', stream: 'stdout', text: 'l 1\n' },
      finished('c1', true),
      called('c2', 'ls'),
      finished('c2', false),
    ])
    expect(result.check).toEqual({ command: 'node --test', failed: true, passedCount: 13, failedCount: 1 })
    expect([result.toolCalls, result.toolErrors]).toEqual([2, 1])
  })

  it('ends as it is told', () => {
    const result = view([{ type: 'session.finished', status: 'cancelled', error: null, summary: 'half' }])
    expect([result.status, result.summary, result.endedAt]).toEqual(['cancelled', 'half', 1001])
  })

  it('does not change the fold it is given, and numbers rows and events', () => {
    const body = fc.constantFrom<EventBody>(
      changed({}),
      reported('r', { inputTokens: 1 }),
      called('c', 'npm test'),
      finished('c', false),
      { type: 'agent.message', text: 'x', final: false },
    )
    fc.assert(
      fc.property(fc.array(body, { maxLength: 30 }), (bodies) => {
        const before = fold(bodies)
        const copy = structuredClone(before)
        const event: StoredEvent = { seq: 500, at: 1, row: 400, body: changed({ path: 'z' }) }
        const after = foldSession(before, event)
        expect(before).toEqual(copy)
        expect([after.view.lastSeq, after.view.rows]).toEqual([500, 401])
      }),
    )
  })
})
