import fc from 'fast-check'
import type { EventBody, Usage } from '../../src/shared'

/** Few names, so that calls, paths and responses meet again. */
const pathName = fc.constantFrom('a.txt', 'b.txt', 'src/c.ts', 'ünïcode \n name')
const callId = fc.constantFrom('c1', 'c2', 'c3', 'c4')
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('', ' ', '\ud800', '\u0000', '6 passed 1 failed'),
)
const stream = fc.constantFrom('stdout', 'stderr')
const hash = fc.constantFrom('a'.repeat(64), 'b'.repeat(64))
const state = fc.record({ hash, mode: fc.constantFrom('file', 'executable', 'symlink'), size: fc.nat(1000) })
const count = fc.nat(1000)

const usage: fc.Arbitrary<Usage> = fc.record({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
  reasoningTokens: count,
  costUsd: fc.option(fc.constantFrom(0, 0.25, 1.5)),
})

const inFrame: fc.Arbitrary<EventBody> = fc.oneof(
  fc.record({ type: fc.constant('agent.message'), text, final: fc.boolean() }),
  fc.record({ type: fc.constant('agent.thinking'), text }),
  fc.record({
    type: fc.constant('agent.usage'),
    responseId: fc.constantFrom('r1', 'r2'),
    model: fc.constant(null),
    usage,
  }),
  fc.record({ type: fc.constant('tool.output'), callId, stream, text }),
  fc.record({ type: fc.constant('process.output'), stream, text }),
  fc.record({ type: fc.constant('agent.unknown'), line: text, reason: text }),
  fc.record({
    type: fc.constant('tool.finished'),
    callId,
    failed: fc.boolean(),
    exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
    output: fc.option(text),
    durationMs: count,
  }),
)

const call = fc.record({
  tool: fc.constantFrom('Edit', 'Bash'),
  kind: fc.constantFrom('edit', 'run'),
  target: fc.option(fc.oneof(pathName, fc.constant('npm test'))),
  // As it comes back from JSON, which knows no -0.
  input: fc.jsonValue({ maxDepth: 1 }).map((value): unknown => JSON.parse(JSON.stringify(value))),
})
const change = fc.record({
  change: fc.constantFrom('created', 'modified', 'deleted', 'renamed'),
  path: pathName,
  oldPath: fc.option(pathName),
  before: fc.option(state),
  after: fc.option(state),
  additions: fc.option(count),
  deletions: fc.option(count),
  binary: fc.boolean(),
})

type Step =
  | { readonly step: 'event'; readonly body: EventBody }
  | {
      readonly step: 'call'
      readonly call: Omit<Extract<EventBody, { type: 'tool.called' }>, 'type' | 'callId'>
    }
  | {
      readonly step: 'change'
      readonly change: Omit<Extract<EventBody, { type: 'file.changed' }>, 'type' | 'frame'>
    }
  | { readonly step: 'open' | 'close' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ step: fc.constant('event' as const), body: inFrame }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('call' as const), call }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('change' as const), change }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constantFrom('open' as const, 'close' as const) }) },
)

/**
 * What may follow a session's start: any events in any order, frames numbered upwards, each call with an id of its own
 * (results and output may name any, or none), changes of the newest frame or of one before.
 */
export function laterEvents(maxLength = 60): fc.Arbitrary<readonly EventBody[]> {
  return fc.array(step, { maxLength }).map((steps) => {
    const seen = { frame: 0, calls: 0 }
    return steps.map((one) => eventOf(one, seen))
  })
}

function eventOf(one: Step, seen: { frame: number; calls: number }): EventBody {
  switch (one.step) {
    case 'event':
      return one.body
    case 'call':
      seen.calls += 1
      return { type: 'tool.called', callId: `c${seen.calls}`, ...one.call }
    case 'change':
      return { type: 'file.changed', frame: Math.max(1, seen.frame - (seen.calls % 2)), ...one.change }
    case 'open':
      seen.frame += 1
      return { type: 'frame.started', frame: seen.frame, turn: 1 }
    case 'close':
      return { type: 'frame.finished', frame: Math.max(1, seen.frame), changedFiles: 0 }
  }
}

/** Cuts a list into consecutive parts, some of them empty. */
export function parted<T>(all: fc.Arbitrary<readonly T[]>): fc.Arbitrary<readonly (readonly T[])[]> {
  return fc
    .tuple(all, fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }))
    .map(([list, sizes]) => {
      const parts: (readonly T[])[] = []
      for (let from = 0, i = 0; from < list.length; i += 1) {
        const size = Math.max(sizes[i % sizes.length] ?? 1, i < sizes.length ? 0 : 1)
        parts.push(list.slice(from, from + size))
        from += size
      }
      return parts
    })
}
