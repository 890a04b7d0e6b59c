import { describe, expect, it } from 'vitest'
import { classifyCodexMessage } from '../../../../src/main/runtimes/codex/failure-text'
import { codexFailure } from '../../../../src/main/runtimes/codex/outcome'

const kindOf = (message: string): string => classifyCodexMessage(message).kind
const exit = { code: 1, signal: null, errorText: '', stopped: false }
const none = { type: 'none' } as const

describe('what a failed turn of Codex means', () => {
  it.each([
    ['unexpected status 503 Service Unavailable: quota page, url: http://h/v1/responses', 'transient', 503],
    ['unexpected status 529 <unknown status code>: Overloaded, url: http://h', 'transient', 529],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'transient', null],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate_limited', 429],
    ['stream disconnected before completion: stream closed before response.completed', 'transient', null],
    ['Selected model is at capacity. Please try a different model.', 'transient', null],
    ['Connection failed: error sending request', 'network', null],
    ['Quota exceeded. Check your plan and billing details.', 'billing', null],
    ['unexpected status 401 Unauthorized: Incorrect API key provided, url: http://h', 'sign_in', 401],
    ['unexpected status 403 Forbidden: nope, url: http://h', 'sign_in', 403],
    ['Missing environment variable: `AGENT_MODEL_KEY`.', 'sign_in', null],
    ['Your access token could not be refreshed. Please log out and sign in again.', 'sign_in', null],
    ['unexpected status 404 Not Found: page, url: http://h', 'model_not_found', 404],
    ['The model `x` does not exist or you do not have access to it.', 'model_not_found', null],
    ["Codex ran out of room in the model's context window. Start a new thread.", 'context_too_long', null],
    ['unexpected status 413 Payload Too Large: x, url: http://h', 'context_too_long', 413],
    [
      'stream disconnected before completion: Incomplete response returned, reason: content_filter',
      'refused',
      null,
    ],
    ['Incomplete response returned, reason: max_output_tokens', 'output_too_long', null],
    ['unexpected status 422 Unprocessable: x, url: http://h', 'invalid_request', 422],
    ['A sentence of next year.', 'unknown', null],
  ])('%s', (message, kind, status) => {
    expect(classifyCodexMessage(message)).toMatchObject({ kind, status, message })
  })

  it('reads the answer that the API gives to a request it refuses', () => {
    const body = (error: object): string => JSON.stringify({ error })
    const refused = classifyCodexMessage(
      body({ message: 'bad thing', type: 'invalid_request_error', code: null }),
    )
    expect(refused).toMatchObject({ kind: 'invalid_request', status: 400, message: 'bad thing' })
    expect(kindOf(body({ message: 'm', code: 'context_length_exceeded' }))).toBe('context_too_long')
    expect(kindOf(body({ message: 'm', code: 'model_not_found' }))).toBe('model_not_found')
    expect(kindOf(body({ message: 'm', code: 'insufficient_quota' }))).toBe('billing')
    expect(kindOf(body({ message: 'm', code: 'invalid_api_key' }))).toBe('sign_in')
    expect(kindOf(body({ message: 'm', code: 'cyber_policy_violation' }))).toBe('refused')
    expect(kindOf('{"error":')).toBe('unknown')
  })

  it('reads how long to wait, and until when', () => {
    expect(classifyCodexMessage('rate limit exceeded: Please try again in 20s.').retryAfterMs).toBe(20_000)
    expect(classifyCodexMessage('rate limit exceeded: Please try again in 350ms.').retryAfterMs).toBe(350)
    const until = classifyCodexMessage('You’ve hit your usage limit. Or try again at Dec 1st, 2026 4:40 AM.')
    expect(until).toMatchObject({ kind: 'usage_limit', resetsAt: new Date(2026, 11, 1, 4, 40).getTime() })
    expect(classifyCodexMessage("You've hit your usage limit. Try again at 4:40 AM.").resetsAt).toBeNull()
  })

  it('bounds what it repeats', () => {
    expect(classifyCodexMessage('x'.repeat(5000)).message).toHaveLength(1000)
  })
})

describe('how a run of Codex ended', () => {
  it('is well only with exit code 0 and a completed turn', () => {
    const completed = { type: 'completed' } as const
    expect(codexFailure(completed, null, { ...exit, code: 0 })).toBeNull()
    expect(codexFailure(completed, null, exit)).toMatchObject({ kind: 'crashed' })
    expect(codexFailure(completed, null, { ...exit, code: null, signal: 'SIGTERM' })?.kind).toBe('crashed')
    expect(codexFailure(none, null, { ...exit, code: 0 })?.kind).toBe('crashed')
    expect(codexFailure(completed, null, { ...exit, code: 0, stopped: true })?.kind).toBe('crashed')
  })

  it('is told by what a start that failed wrote', () => {
    const start = {
      ...exit,
      errorText: 'WARNING: proceeding, even though x\nError loading config.toml: unknown',
    }
    const failure = codexFailure(none, null, start)
    expect(failure?.message).toContain('exit code 1')
    expect(failure?.message).toContain('Error loading config.toml: unknown')
    expect(failure?.message).not.toContain('WARNING')
    expect(codexFailure(none, null, { ...exit, errorText: 'input_too_large' })?.kind).toBe('context_too_long')
    expect(codexFailure(none, null, { ...exit, errorText: 'y'.repeat(9000) })?.message.length).toBeLessThan(
      1000,
    )
  })

  it('is told by the last error where the turn has no end', () => {
    expect(codexFailure(none, 'Connection failed: error sending request', exit)?.kind).toBe('network')
  })
})
