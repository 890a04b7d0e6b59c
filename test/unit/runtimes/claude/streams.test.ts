import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventBodySchema } from '../../../../src/shared'
import { fixture, fixtures, ofType, parse } from './helpers'

const tokens = z.object({
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
})
const runs = z
  .record(
    z.string(),
    z.object({
      exitCode: z.number().nullable(),
      signal: z.string().nullable(),
      stderr: z.string(),
      reported: tokens,
    }),
  )
  .parse(JSON.parse(readFileSync(join(fixtures, 'runs.json'), 'utf8')))

/** How each recorded run ended; null: by the program's own account it succeeded. */
const outcomes: Readonly<Record<string, object | null>> = {
  'auth-failed': { kind: 'sign_in', status: 401 },
  'bad-gateway': { kind: 'transient', status: 502 },
  'bad-request': { kind: 'invalid_request', status: 400 },
  billing: { kind: 'billing' },
  create: null,
  delete: null,
  'denied-tool': null,
  'denied-write': null,
  'edit-failed': null,
  'empty-answer': null,
  forbidden: { kind: 'sign_in', status: 403 },
  'html-page': { kind: 'network' },
  interrupted: { kind: 'crashed' },
  'interrupted-early': { kind: 'crashed' },
  'long-answer': null,
  'max-turns': { kind: 'turn_limit' },
  'not-signed-in': { kind: 'sign_in' },
  'overloaded-exhausted': { kind: 'transient' },
  'overloaded-then-ok': null,
  'partial-messages': null,
  plain: null,
  'prompt-too-long': { kind: 'context_too_long' },
  'rate-limit-exhausted': { kind: 'rate_limited', status: 429 },
  'rate-limit-then-ok': null,
  'read-edit': null,
  refusal: { kind: 'refused' },
  'run-command': null,
  'schema-corrected': null,
  'schema-ignored': null,
  'schema-invalid': null,
  'schema-valid': null,
  search: null,
  'stream-error': null,
  'stream-malformed': null,
  'stream-reset': null,
  'stream-truncated': null,
  'subscription-limit': { kind: 'usage_limit', status: 429 },
  terminated: { kind: 'crashed' },
  'text-only': null,
  thinking: null,
  'unavailable-then-ok': null,
  'unknown-model': { kind: 'model_not_found', status: 404 },
}

/** Ended in mid-stream, where the program knows no closing numbers. */
const cutOff = new Set(['interrupted', 'interrupted-early', 'terminated', 'schema-invalid'])

const names = readdirSync(fixtures)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))

const parseRun = (name: string) => {
  const run = runs[name]
  if (run === undefined) throw new Error(`no run ${name}`)
  const exit = { code: run.exitCode, signal: run.signal, errorText: run.stderr, stopped: false }
  return { ...parse(fixture(name), exit), run }
}

describe('what the real program printed', () => {
  it.each(names)('%s: ends as it ended', (name) => {
    expect(outcomes).toHaveProperty([name])
    const { failure } = parseRun(name)
    const expected = outcomes[name] ?? null
    if (expected === null) expect(failure).toBeNull()
    else expect(failure).toMatchObject(expected)
  })

  it.each(names)('%s: every event is valid, no line is unknown, every response ends', (name) => {
    const { events } = parseRun(name)
    expect(ofType(events, 'agent.unknown')).toEqual([])
    const ends = ofType(events, 'response.finished').map(({ responseId }) => responseId)
    expect(ends).toEqual(ofType(events, 'response.started').map(({ responseId }) => responseId))
    for (const event of events) {
      if (['response.started', 'response.finished', 'final', 'image', 'cost', 'done'].includes(event.type))
        continue
      expect(eventBodySchema.safeParse(event)).toMatchObject({ success: true })
    }
  })

  it.each(names.filter((name) => !cutOff.has(name)))('%s: tokens are what the API reported', (name) => {
    const { events, run } = parseRun(name)
    const last = new Map(ofType(events, 'agent.usage').map(({ responseId, usage }) => [responseId, usage]))
    const sum = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }
    for (const usage of last.values()) {
      sum.input += usage.inputTokens
      sum.cacheRead += usage.cacheReadTokens
      sum.cacheWrite += usage.cacheWriteTokens
      sum.output += usage.outputTokens
    }
    expect(sum).toEqual(tokens.parse(run.reported))
  })

  it('tells when a used-up allowance is restored', () => {
    const { failure, events } = parseRun('subscription-limit')
    const [limit] = ofType(events, 'agent.rate_limit')
    expect(limit).toMatchObject({ status: 'rejected', window: 'five_hour', resetsAt: expect.any(Number) })
    expect(failure?.resetsAt).toBe(limit?.resetsAt)
  })
})
