import { describe, expect, it } from 'vitest'
import { eventBodySchema } from '../../../../src/shared'
import { ofType, parseRecorded, recordedRuns } from './recorded'

/** What each recorded run that did not end well failed of. All others ended well by Codex's own account. */
const failures: Readonly<Record<string, readonly [kind: string, status: number | null]>> = {
  'rate-limit-exhausted': ['rate_limited', 429],
  'unavailable-exhausted': ['transient', 503],
  'at-capacity': ['transient', null],
  'bad-gateway': ['transient', 502],
  'server-error': ['transient', null],
  'usage-limit': ['usage_limit', null],
  quota: ['billing', null],
  'auth-failed': ['sign_in', 401],
  'not-signed-in': ['sign_in', null],
  forbidden: ['sign_in', 403],
  'bad-request': ['invalid_request', 400],
  'context-overflow': ['context_too_long', null],
  overloaded: ['transient', null],
  'model-missing': ['model_not_found', null],
  'content-filter': ['refused', null],
  'max-output-tokens': ['output_too_long', null],
  'stream-exhausted': ['transient', null],
  'html-page': ['transient', null],
  interrupted: ['crashed', null],
  terminated: ['crashed', null],
}

describe.each(Object.entries(recordedRuns))('the recorded run %s', (name, run) => {
  const { events, failure } = parseRecorded(name)

  it('ends as it did', () => {
    expect(failure === null ? null : [failure.kind, failure.status]).toEqual(failures[name] ?? null)
  })

  it('is told in facts that can be stored, with nothing unknown', () => {
    const inner = ['response.started', 'response.finished', 'final', 'image', 'cost']
    for (const event of events)
      if (!inner.includes(event.type)) expect(eventBodySchema.parse(event)).toEqual(event)
    expect(ofType(events, 'agent.unknown')).toEqual([])
    expect(ofType(events, 'agent.ready')).toHaveLength(1)
  })

  it('has as many tokens as the model server reported, where the turn was completed', () => {
    const usages = ofType(events, 'agent.usage').map(({ usage }) => usage)
    if (failure !== null) {
      expect(usages).toEqual([])
      return
    }
    const { input, cacheRead, cacheWrite, output, reasoning } = run.reported
    expect(usages).toEqual([
      {
        inputTokens: input,
        outputTokens: output,
        cacheReadTokens: cacheRead,
        cacheWriteTokens: cacheWrite,
        reasoningTokens: reasoning,
        costUsd: null,
      },
    ])
  })

  it('closes every response and every call that it opens', () => {
    let open = 0
    for (const { type } of events) {
      if (type === 'response.started') open += 1
      if (type === 'response.finished') open -= 1
      expect(open === 0 || open === 1).toBe(true)
    }
    expect(open).toBe(0)
    const called = ofType(events, 'tool.called').map(({ callId }) => callId)
    const finished = ofType(events, 'tool.finished').map(({ callId }) => callId)
    expect(new Set(called).size).toBe(called.length)
    expect([...finished].sort()).toEqual([...called].sort())
  })
})
