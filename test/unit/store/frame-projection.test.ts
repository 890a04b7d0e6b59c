import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstWords } from '../../../src/main/store/append/frame-fold'
import { createFrameProjection } from '../../../src/main/store/append/frame-projection'
import { createRowNumbers, type EventBody, type FrameView, type StoredEvent } from '../../../src/shared'
import { started } from '../../support/builders'
import { laterEvents } from '../../support/event-arbitraries'
import { naiveFrames, naiveInputTokens } from './naive-frames'

function numbered(bodies: readonly EventBody[]): readonly StoredEvent[] {
  const rows = createRowNumbers()
  return [started(), ...bodies].map((body, index) => ({
    seq: index + 1,
    at: 1000 + index,
    row: rows.assign(body),
    body,
  }))
}

/** Frames after all events, written to a table after each of them. */
function project(events: readonly StoredEvent[]): readonly FrameView[] {
  const table = new Map<number, Parameters<typeof createFrameProjection>[0]['unsettled'][number]>()
  const projection = createFrameProjection({ load: (frame) => table.get(frame) ?? null, unsettled: [] })
  for (const event of events) {
    projection.apply(event)
    for (const fold of projection.takeChanged()) table.set(fold.view.frame, fold)
  }
  return [...table.values()].map(({ view }) => view)
}

const finish: EventBody = { type: 'session.finished', status: 'succeeded', error: null, summary: null }

describe('frames of a session', () => {
  it('are what a slow look at the whole list gives', () => {
    fc.assert(
      fc.property(laterEvents(), fc.boolean(), (bodies, ends) => {
        const events = numbered(ends ? [...bodies, finish] : bodies)
        const frames = project(events)
        expect(frames.map(({ usage: _, ...rest }) => rest)).toEqual(naiveFrames(events))
        expect(frames.map(({ usage }) => usage.inputTokens)).toEqual(naiveInputTokens(events))
      }),
    )
  })

  it('list a bounded number of tools and changes', () => {
    const bodies: EventBody[] = [{ type: 'frame.started', frame: 1, turn: 1 }]
    for (let i = 0; i < 600; i += 1)
      bodies.push(
        { type: 'tool.called', callId: `c${i}`, tool: 'Edit', kind: 'edit', target: null, input: {} },
        {
          type: 'file.changed',
          frame: 1,
          change: 'created',
          path: `f${i}`,
          oldPath: null,
          before: null,
          after: null,
          additions: null,
          deletions: null,
          binary: false,
        },
        { type: 'tool.finished', callId: `c${i}`, failed: false, exitCode: 0, output: null, durationMs: 1 },
      )
    const [frame] = project(numbered(bodies))
    expect(frame?.tools).toHaveLength(200)
    expect(frame?.changes).toHaveLength(500)
    expect(frame?.tools.at(-1)).toMatchObject({ callId: 'c199', failed: false })
  })

  it('take the result of a call that ends after its frame', () => {
    const [first, second] = project(
      numbered([
        { type: 'frame.started', frame: 1, turn: 1 },
        { type: 'tool.called', callId: 'c', tool: 'Bash', kind: 'run', target: 'sleep 1', input: {} },
        { type: 'frame.finished', frame: 1, changedFiles: 0 },
        { type: 'frame.started', frame: 2, turn: 1 },
        { type: 'tool.finished', callId: 'c', failed: true, exitCode: 1, output: null, durationMs: 1 },
      ]),
    )
    expect(first).toMatchObject({ title: 'Bash sleep 1', lastSeq: 4, tools: [{ callId: 'c', failed: true }] })
    expect(second).toMatchObject({ title: '', tools: [], endedAt: null })
  })
})

describe('the first words of a text', () => {
  it('are one line of at most 120 characters, cut between words', () => {
    const words = firstWords(`  The parser\n\ttakes ${'an open end '.repeat(20)}`)
    expect(words.startsWith('The parser takes an open end')).toBe(true)
    expect(words.length).toBeLessThanOrEqual(120)
    expect(words).toMatch(/(an|open|end)…$/)
    expect(firstWords('x'.repeat(500))).toBe(`${'x'.repeat(119)}…`)
    expect(firstWords('\n ')).toBe('')
  })

  it('never end in half a character', () => {
    for (let before = 0; before < 4; before += 1) {
      expect(isWhole(firstWords('x'.repeat(before) + '😀'.repeat(300)))).toBe(true)
      expect(isWhole(firstWords(`${' '.repeat(476 + before)}😀`))).toBe(true)
    }
  })
})

function isWhole(text: string): boolean {
  return Buffer.from(text).toString() === text
}
