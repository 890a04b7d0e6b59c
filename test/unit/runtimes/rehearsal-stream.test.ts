import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src/main/runtimes'
import { createRehearsalParser } from '../../../src/main/runtimes/rehearsal-stream'
import { eventBodySchema } from '../../../src/shared'

const { line } = createRehearsalParser()
const parse = (value: unknown): readonly AgentEvent[] => line(JSON.stringify(value))

const call = { type: 'tool_call', id: 'c', tool: 'Edit', kind: 'edit', target: 'a.js', input: { old: 'x' } }
const result = { type: 'tool_result', id: 'c', failed: true, exit_code: 1, output: null, duration_ms: 7 }
const usage = {
  type: 'usage',
  response_id: 'r',
  model: 'estimate',
  input_tokens: 1,
  output_tokens: 2,
  cache_read_tokens: 3,
  cost_usd: null,
}

describe('the rehearsal parser', () => {
  it('reads each kind of line', () => {
    expect(parse({ type: 'response_started', response_id: 'r' })).toEqual([
      { type: 'response.started', responseId: 'r' },
    ])
    expect(parse({ type: 'response_finished', response_id: 'r' })).toEqual([
      { type: 'response.finished', responseId: 'r' },
    ])
    expect(parse({ type: 'message', text: 'hello' })).toEqual([
      { type: 'agent.message', text: 'hello', final: false },
    ])
    expect(parse({ type: 'thinking', text: 'hm' })).toEqual([{ type: 'agent.thinking', text: 'hm' }])
    expect(parse(call)).toEqual([
      { type: 'tool.called', callId: 'c', tool: 'Edit', kind: 'edit', target: 'a.js', input: { old: 'x' } },
    ])
    expect(parse({ type: 'tool_output', id: 'c', stream: 'stderr', text: 'oops' })).toEqual([
      { type: 'tool.output', callId: 'c', stream: 'stderr', text: 'oops' },
    ])
    expect(parse(result)).toEqual([
      { type: 'tool.finished', callId: 'c', failed: true, exitCode: 1, output: null, durationMs: 7 },
    ])
  })

  it('reads usage without a price, and the final message as both', () => {
    expect(parse(usage)).toEqual([
      {
        type: 'agent.usage',
        responseId: 'r',
        model: 'estimate',
        usage: {
          inputTokens: 1,
          outputTokens: 2,
          cacheReadTokens: 3,
          cacheWriteTokens: 0,
          reasoningTokens: 0,
          costUsd: null,
        },
      },
    ])
    expect(parse({ type: 'final', text: 'done' })).toEqual([
      { type: 'agent.message', text: 'done', final: true },
      { type: 'final', text: 'done' },
    ])
  })

  it('keeps what it can not read, with the reason (I11)', () => {
    const lines: readonly [string, RegExp][] = [
      ['{"type":"mess', /not JSON/],
      ['Segmentation fault', /not JSON/],
      ['{"type":"telepathy"}', /type/],
      ['{"type":"message","text":7}', /text/],
      [JSON.stringify({ ...call, kind: 'teleport' }), /kind/],
      [JSON.stringify({ ...usage, input_tokens: -1 }), /input_tokens/],
      ['null', /./],
      ['[]', /./],
      [' ', /not JSON/],
    ]
    for (const [text, reason] of lines) {
      const [event] = line(text)
      expect(event, text).toMatchObject({ type: 'agent.unknown', line: text })
      expect(event?.type === 'agent.unknown' && event.reason).toMatch(reason)
    }
  })

  it('keeps a long unreadable line up to 64 kB and says how much is missing', () => {
    const [event] = line('x'.repeat(100_000))
    expect(event?.type === 'agent.unknown' && event.line).toMatch(/^x{65536} … \[34464 more characters\]$/)
  })

  it('takes no value that nests deeper than code can walk', () => {
    const deep = `{"type":"tool_call","id":"c","tool":"T","kind":"other","target":null,"input":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(line(deep)).toMatchObject([{ type: 'agent.unknown', reason: 'nested too deeply' }])
    expect(parse({ ...call, input: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) })).toMatchObject([
      { type: 'tool.called' },
    ])
  })

  it('gives nothing for an empty line', () => {
    expect(line('')).toEqual([])
  })

  it('never throws, and loses no line, whatever comes', () => {
    const anyLine = fc.oneof(
      fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
      fc.json({ maxDepth: 2 }),
      fc
        .record({
          type: fc.constantFrom('message', 'tool_call', 'usage', 'final', 'x'),
          text: fc.jsonValue({ maxDepth: 2 }),
        })
        .map((value) => JSON.stringify(value)),
      fc.tuple(fc.constantFrom(call, result, usage), fc.nat(200)).map(([value, length]) => {
        const text = JSON.stringify(value)
        return text.slice(0, Math.max(1, length))
      }),
    )
    fc.assert(
      fc.property(anyLine, (text) => {
        const events = line(text)
        expect(events.length).toBeGreaterThanOrEqual(1)
        for (const event of events)
          if (isBody(event)) expect(eventBodySchema.safeParse(event).success).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

/** The others are for the broker alone and are never stored. */
function isBody(event: AgentEvent): boolean {
  return !['response.started', 'response.finished', 'final'].includes(event.type)
}
