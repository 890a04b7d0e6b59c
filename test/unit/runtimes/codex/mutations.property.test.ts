import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AgentParser, agentFailureKinds } from '../../../../src/main/runtimes'
import { eventBodySchema } from '../../../../src/shared'
import { linesOf, newParser, ofType, recordedRuns, recordedText } from './recorded'

/** The few long ones would take the time of all others. */
const names = Object.keys(recordedRuns).filter((name) => recordedText(name).length < 6000)
const streams = names.map((name) => linesOf(recordedText(name)))

type Mutation = {
  readonly how: 'cut' | 'swap' | 'duplicate' | 'corrupt' | 'drop'
  readonly at: number
  readonly by: number
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom('cut', 'swap', 'duplicate', 'corrupt', 'drop'),
  at: fc.nat(1_000_000),
  by: fc.nat(1_000_000),
})

function mutate(lines: readonly string[], { how, at, by }: Mutation): readonly string[] {
  const index = at % Math.max(1, lines.length)
  const other = by % Math.max(1, lines.length)
  const line = lines[index] ?? ''
  switch (how) {
    case 'cut':
      return [...lines.slice(0, index), line.slice(0, by % (line.length + 1))]
    case 'drop':
      return lines.filter((_, each) => each !== index)
    case 'duplicate':
      return [...lines.slice(0, index), line, ...lines.slice(index)]
    case 'swap':
      return lines.map((each, place) =>
        place === index ? (lines[other] ?? '') : place === other ? line : each,
      )
    case 'corrupt': {
      const bytes = Buffer.from(line)
      if (bytes.length > 0) bytes[by % bytes.length] = at % 256
      return lines.flatMap((each, place) => (place === index ? bytes.toString('utf8').split('\n') : [each]))
    }
  }
}

const exit = fc.record({
  code: fc.constantFrom(null, 0, 1, 2, 101),
  signal: fc.constantFrom(null, 'SIGTERM', 'SIGKILL'),
  errorText: fc.constantFrom('', 'ERROR x: error=patch rejected: no', 'thread panicked\n'),
  stopped: fc.boolean(),
})

const inner = new Set(['response.started', 'response.finished', 'final', 'image', 'cost'])

describe('the Codex parser, given streams that are damaged', () => {
  it('never throws, accounts for every line, ends with a typed outcome', { timeout: 120_000 }, () => {
    const streamOf = fc.nat(streams.length - 1)
    fc.assert(
      fc.property(
        streamOf,
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        exit,
        (which, mutations, end) => {
          const lines = mutations.reduce(mutate, streams[which] ?? [])
          const parser = newParser({
            mirrorFolder: '/workspace',
            variant: null,
            attempt: 2,
            earlierUsage: null,
          })
          const perLine = lines.map((line) => ({ line, events: parser.line(line) }))
          const ended = parser.end(end)
          const events = [...perLine.flatMap((each) => each.events), ...ended.events]

          const lost = perLine.filter((each) => !isObject(each.line) && !isAccountedFor(each))
          expect(lost).toEqual([])
          for (const event of events) if (!inner.has(event.type)) eventBodySchema.parse(event)
          const open = events.map(({ type }) =>
            type === 'response.started' ? 1 : type === 'response.finished' ? -1 : 0,
          )
          expect(open.reduce((sum: number, step) => sum + step, 0)).toBe(0)
          expect(ofType(events, 'tool.finished')).toHaveLength(ofType(events, 'tool.called').length)
          if (ended.failure !== null) expect(agentFailureKinds).toContain(ended.failure.kind)
          if (end.stopped || end.signal !== null || end.code !== 0) expect(ended.failure).not.toBeNull()
        },
      ),
      { numRuns: 6000 },
    )
  })
})

/** A line that is no JSON object has to be kept as one that is not known. */
function isAccountedFor({
  line,
  events,
}: {
  line: string
  events: ReturnType<AgentParser['line']>
}): boolean {
  return line.trim() === '' || ofType(events, 'agent.unknown').length === 1
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
