import { describe, expect, it } from 'vitest'
import type { AgentExit } from '../../../../src/main/runtimes'
import { finished, lines, parse } from './helpers'

const { result, text } = lines
const ended = (exit: Partial<AgentExit>): AgentExit => ({ ...finished, ...exit })

/** A failed model call as the program tells it: its own words, then a result that calls itself a success. */
const failedCall = (error: string, message: string, more: object = {}) => [
  {
    type: 'assistant',
    message: { id: 'own', model: '<synthetic>', content: [text(message)], stop_reason: 'stop_sequence' },
    error,
  },
  result({ is_error: true, result: message, ...more }),
]

describe('a failed model call', () => {
  it.each([
    ['server_error', 'API Error: 500 Internal server error', 500, 'transient'],
    ['server_error', 'API Error: Repeated 529 Overloaded errors', null, 'transient'],
    ['server_error', 'API Error: Unable to connect to API (ECONNRESET)', null, 'network'],
    ['server_error', 'Request timed out', null, 'network'],
    ['rate_limit', 'API Error: Request rejected (429)', 429, 'rate_limited'],
    ['rate_limit', "You've hit your weekly limit · resets 4:40am (UTC)", 429, 'usage_limit'],
    ['authentication_failed', 'Not logged in · Please run /login', null, 'sign_in'],
    ['authentication_failed', 'Failed to authenticate. API Error: 403', 403, 'sign_in'],
    ['billing_error', 'Credit balance is too low', 400, 'billing'],
    ['invalid_request', 'API Error: 400 bad', 400, 'invalid_request'],
    ['invalid_request', 'Prompt is too long', 400, 'context_too_long'],
    ['model_not_found', "There's an issue with the selected model", 404, 'model_not_found'],
    [
      'max_output_tokens',
      "API Error: Claude's response exceeded the 64000 output token maximum",
      null,
      'output_too_long',
    ],
    ['unknown', 'API Error: API returned an empty or malformed response (HTTP 200)', null, 'network'],
    ['unknown', 'API Error: 502 Bad gateway', 502, 'transient'],
    ['a word of tomorrow', 'Something else', 429, 'rate_limited'],
    ['a word of tomorrow', 'Something else', null, 'unknown'],
  ])('%s: %s', (error, message, api_error_status, kind) => {
    const { failure } = parse(failedCall(error, message, { api_error_status }), ended({ code: 1 }))
    expect(failure).toEqual({
      kind,
      message,
      status: api_error_status,
      retryAfterMs: null,
      resetsAt: null,
    })
  })

  it('is a refusal by its stop reason', () => {
    const { failure } = parse(failedCall('invalid_request', 'API Error: unable', { stop_reason: 'refusal' }))
    expect(failure?.kind).toBe('refused')
  })

  it.each([
    [3000, 3000],
    [1181.49, null],
    [0, null],
  ])('asks to wait by a retry of %d ms: %s', (retry_delay_ms, retryAfterMs) => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 2, retry_delay_ms, error_status: 429 }
    const { failure } = parse([retry, ...failedCall('rate_limit', 'API Error: Request rejected (429)')])
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs })
  })

  it('counts only if the last call failed', () => {
    expect(parse([...failedCall('server_error', 'API Error: 500'), result()]).failure).toBeNull()
  })
})

describe('an end without a success', () => {
  it.each([
    ['error_max_turns', { errors: ['Reached maximum number of turns (2)'] }, 'turn_limit', 'turns'],
    ['error_max_budget_usd', { errors: ['Reached maximum budget ($0.2)'] }, 'budget_limit', 'budget'],
    ['error_during_execution', { terminal_reason: 'aborted_streaming' }, 'crashed', 'interrupted'],
    ['error_during_execution', { terminal_reason: 'aborted_tools' }, 'crashed', 'interrupted'],
    ['error_during_execution', { errors: ['[ede_diagnostic] x', 'It broke'] }, 'unknown', 'It broke'],
    ['error_of_tomorrow', {}, 'unknown', 'error_of_tomorrow'],
  ])('%s %j', (subtype, more, kind, words) => {
    const { result: _, ...line } = result({ subtype, is_error: true, ...more })
    for (const code of [0, 1])
      expect(parse([line], ended({ code })).failure).toMatchObject({
        kind,
        message: expect.stringContaining(words),
      })
  })

  it('is none where the program gave up on the schema: the last try is for the broker to judge', () => {
    const { events, failure } = parse(
      [
        lines.block('m', lines.call('a', 'StructuredOutput', { verdict: 'maybe' })),
        result({ subtype: 'error_max_structured_output_retries', is_error: true, result: undefined }),
      ],
      ended({ code: 1 }),
    )
    expect(failure).toBeNull()
    expect(events).toContainEqual({
      type: 'final',
      text: '{"verdict":"maybe"}',
      structured: { verdict: 'maybe' },
    })
  })

  it.each([
    [
      { code: 1, errorText: "error: unknown option '--x'\n" },
      "with exit code 1, without a result: error: unknown option '--x'",
    ],
    [{ code: 0 }, 'with exit code 0, without a result.'],
    [{ code: 143 }, 'with exit code 143'],
    [{ code: null, signal: 'SIGKILL' }, 'by signal SIGKILL'],
  ])('without a result, %j', (exit, words) => {
    expect(parse([], ended(exit)).failure).toMatchObject({
      kind: 'crashed',
      message: expect.stringContaining(words),
    })
  })

  it('is not made a success by a result that came after we asked it to stop', () => {
    expect(parse([result()], ended({ stopped: true })).failure?.kind).toBe('crashed')
    expect(parse([result()], ended({ code: 143 })).failure?.kind).toBe('crashed')
  })

  it('has a bounded message', () => {
    const { failure } = parse([], ended({ code: 1, errorText: 'x'.repeat(9000) }))
    expect(failure?.message.length).toBeLessThanOrEqual(1001)
  })
})

it('a success is one, with or without the structured output that was asked for', () => {
  expect(parse([result()]).failure).toBeNull()
  expect(parse([result({ result: '' })]).failure).toBeNull()
})
