import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createRowNumbers,
  type EventBody,
  foldRow,
  type StoredEvent,
  type TimelineRow,
} from '../../../../src/shared'

const call = (callId: string, target: string | null): EventBody => ({
  type: 'tool.called',
  callId,
  tool: 'edit',
  kind: 'edit',
  target,
  input: {},
})
const output = (callId: string, text = 'x'): EventBody => ({
  type: 'tool.output',
  callId,
  stream: 'stdout',
  text,
})
const done = (callId: string): EventBody => ({
  type: 'tool.finished',
  callId,
  failed: false,
  exitCode: 0,
  output: null,
  durationMs: 1,
})
const change = (path: string, oldPath: string | null = null): EventBody => ({
  type: 'file.changed',
  frame: 1,
  change: oldPath === null ? 'modified' : 'renamed',
  path,
  oldPath,
  before: null,
  after: null,
  additions: 1,
  deletions: 0,
  binary: false,
})
const message: EventBody = { type: 'agent.message', text: 'm', final: false }
const frame = (number: number): EventBody => ({ type: 'frame.started', frame: number, turn: 1 })

const rowsOf = (bodies: readonly EventBody[]): number[] => {
  const numbers = createRowNumbers()
  return bodies.map((body) => numbers.assign(body))
}

describe('createRowNumbers', () => {
  it('keeps a call’s output, result and file change in its row', () => {
    expect(rowsOf([message, frame(1), call('a', 'f.ts'), output('a'), done('a'), change('f.ts')])).toEqual([
      0, 0, 1, 1, 1, 1,
    ])
  })
  it('keeps interleaved calls apart', () => {
    expect(rowsOf([call('a', null), call('b', null), output('a'), output('b'), done('a')])).toEqual([
      0, 1, 0, 1, 0,
    ])
  })
  it('gives a change no call named a row of its own', () => {
    expect(rowsOf([call('a', 'f.ts'), change('g.ts')])).toEqual([0, 1])
  })
  it('joins a rename to the call that named the old path', () => {
    expect(rowsOf([call('a', 'old.ts'), message, change('new.ts', 'old.ts')])).toEqual([0, 1, 0])
  })
  it('does not join a change to a call of an earlier frame', () => {
    expect(rowsOf([call('a', 'f.ts'), frame(2), message, change('f.ts')])).toEqual([0, 0, 1, 2])
  })
  it('leaves no row without a first event, and counts them', () => {
    const body = fc.oneof(
      fc.constantFrom(message, frame(1), change('p'), change('q', 'p')),
      fc.constantFrom('a', 'b', 'c').chain((id) => fc.constantFrom(call(id, 'p'), output(id), done(id))),
    )
    fc.assert(
      fc.property(fc.array(body, { maxLength: 60 }), (bodies) => {
        const rows = rowsOf([message, ...bodies])
        expect([...new Set(rows)].sort((a, b) => a - b)).toEqual([...Array(Math.max(...rows) + 1).keys()])
      }),
    )
  })
})

describe('foldRow', () => {
  const foldAll = (bodies: readonly EventBody[]): TimelineRow | undefined =>
    bodies
      .map((body, index): StoredEvent => ({ seq: index + 1, at: index, row: 7, body }))
      .reduce<TimelineRow | undefined>((row, event) => foldRow(row, event), undefined)

  it('gathers a tool’s row', () => {
    expect(
      foldAll([call('a', 'f'), output('a', 'one '), output('a', 'two'), done('a'), change('f')]),
    ).toMatchObject({
      type: 'tool',
      row: 7,
      seq: 1,
      output: { text: 'one two', omitted: 0 },
      result: { exitCode: 0 },
      changes: [{ path: 'f' }],
    })
  })
  it('keeps the newest 64 KiB of output and says how much it left out', () => {
    const row = foldAll([call('a', null), output('a', 'x'.repeat(60_000)), output('a', 'y'.repeat(10_000))])
    expect(
      row?.type === 'tool' && [row.output.text.length, row.output.omitted, row.output.text.at(-1)],
    ).toEqual([65_536, 70_000 - 65_536, 'y'])
  })
  it('shows an orphan of a call as the event it is', () => {
    expect(foldAll([output('a')])).toMatchObject({ type: 'event', body: { type: 'tool.output' } })
  })
})
