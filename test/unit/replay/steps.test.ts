import { describe, expect, it } from 'vitest'
import { createStepReader } from '../../../src/main/replay/steps'
import type { EventBody, FrameView, SessionView, StoredEvent } from '../../../src/shared'
import { noUsage, startFold } from '../../../src/shared'
import { ids, started, stored } from '../../support/builders'

const called = (callId: string, input: unknown = {}): EventBody => ({
  type: 'tool.called',
  callId,
  tool: 'bash',
  kind: 'run',
  target: 'npm test',
  input,
})
const output = (callId: string, text: string): EventBody => ({
  type: 'tool.output',
  callId,
  stream: 'stdout',
  text,
})
const finished = (callId: string, patch = {}): EventBody => ({
  type: 'tool.finished',
  callId,
  failed: false,
  exitCode: 0,
  output: null,
  durationMs: 12,
  ...patch,
})
const said = (text: string): EventBody => ({ type: 'agent.message', text, final: false })
const begins = (frame: number): EventBody => ({ type: 'frame.started', frame, turn: 1 })

function session(bodies: readonly EventBody[]): {
  readonly view: SessionView
  readonly frames: readonly FrameView[]
  readonly events: readonly StoredEvent[]
} {
  const events = stored([started(), ...bodies])
  const starts = events.filter(({ body }) => body.type === 'frame.started')
  const frames = starts.map(
    ({ seq, row, at }, index): FrameView => ({
      frame: index + 1,
      turn: 1,
      firstSeq: seq,
      lastSeq: seq,
      firstRow: row,
      at,
      endedAt: null,
      title: '',
      thinking: false,
      tools: [],
      changes: [],
      usage: noUsage,
    }),
  )
  return { view: { ...startFold(ids.session, 1000, started()).view, lastSeq: events.length }, frames, events }
}

async function stepsOf(bodies: readonly EventBody[]) {
  const { view, frames, events } = session(bodies)
  const reads: number[] = []
  const readSteps = createStepReader({
    eventsAfter: (_id, after, limit) => {
      reads.push(after)
      return events.filter(({ seq }) => seq > after).slice(0, Math.min(limit, 3))
    },
  })
  return { steps: await readSteps(view, frames), again: () => readSteps(view, frames), reads }
}

describe('createStepReader', () => {
  it('makes one step a frame, over any number of batches', async () => {
    const { steps } = await stepsOf([
      begins(1),
      said('one'),
      called('a'),
      output('a', 'x'),
      finished('a'),
      begins(2),
      begins(3),
      said('three'),
    ])
    expect(steps).toHaveLength(3)
    expect(steps.map(({ tools }) => tools.length)).toEqual([1, 0, 0])
    expect(steps[1]?.text).toBe('')
  })

  it('sees the same in two runs that differ in times, colours and the places of their mirrors', async () => {
    const run = (time: string, place: string, ms: number) => [
      begins(1),
      said(`Ran at ${time}`),
      called('a', { path: `${place}/mirror/src/a.ts` }),
      output('a', `\u001b[32m14 passed\u001b[0m (${ms}ms)\n`),
      finished('a', { durationMs: ms }),
    ]
    const one = await stepsOf(run('10:00:01', '/data/1', 12))
    const two = await stepsOf(run('11:22:33', '/data/2', 990))
    expect(two.steps).toEqual(one.steps)
  })

  it.each([
    ['what was said', [said('two')]],
    ['arguments', [called('a', { command: 'npm test -- x' })]],
    ['output', [called('a'), output('a', '13 passed')]],
    ['failing', [called('a'), finished('a', { failed: true })]],
  ])('tells runs apart by %s', async (_name, other) => {
    const base = [begins(1), said('one'), called('a'), output('a', '14 passed'), finished('a')]
    const one = await stepsOf(base)
    const two = await stepsOf([begins(1), ...other])
    expect(two.steps[0]?.exact).not.toBe(one.steps[0]?.exact)
  })

  it('finds a difference at the end of very long output, and one far within by its length only', async () => {
    const long = (middle: string, end: string) => [
      begins(1),
      called('a'),
      ...Array.from({ length: 5 }, () => output('a', 'l\n'.repeat(5000))),
      output('a', middle),
      output('a', 'm\n'.repeat(5000)),
      output('a', end),
    ]
    const exact = async (bodies: readonly EventBody[]) => (await stepsOf(bodies)).steps[0]?.exact
    const first = await exact(long('a', 'end'))
    expect(await exact(long('a', 'END'))).not.toBe(first)
    expect(await exact(long('b', 'end'))).toBe(first)
    expect(await exact(long('bb', 'end'))).not.toBe(first)
  })

  it('reads a finished session once', async () => {
    const { reads, again, steps } = await stepsOf([begins(1), said('one')])
    const before = reads.length
    expect(await again()).toEqual(steps)
    expect(reads).toHaveLength(before)
  })

  it('takes a session without frames', async () => {
    expect((await stepsOf([])).steps).toEqual([])
  })
})
