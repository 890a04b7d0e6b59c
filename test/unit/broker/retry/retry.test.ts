import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decideRetry, isTransient, maxDelayMs, nextRetry, wait } from '../../../../src/main/broker/retry'
import { type AgentFailure, agentFailureKinds } from '../../../../src/main/runtimes'

const failed = (fields: Partial<AgentFailure> = {}): AgentFailure => ({
  kind: 'transient',
  message: '',
  status: null,
  retryAfterMs: null,
  resetsAt: null,
  ...fields,
})

const statuses = [null, 400, 401, 403, 404, 408, 429, 500, 502, 503, 504, 529]

describe('isTransient', () => {
  it('goes by the kind, whatever the status', () => {
    const expected = { transient: true, rate_limited: true, network: true }
    for (const kind of agentFailureKinds) {
      if (kind === 'unknown' || kind === 'crashed') continue
      for (const status of statuses) {
        const message = 'status 503'
        expect(isTransient(failed({ kind, status, message })), `${kind} ${status}`).toBe(kind in expected)
      }
    }
  })

  it.each(['unknown', 'crashed'] as const)('goes by the status of a failure that is %s', (kind) => {
    const passing = statuses.filter((status) => isTransient(failed({ kind, status, message: 'line 503' })))
    expect(passing).toEqual([408, 429, 500, 502, 503, 504, 529])
  })

  it.each(['unknown', 'crashed'] as const)('goes by the words of a failure that is %s, last', (kind) => {
    expect(isTransient(failed({ kind, message: 'HTTP 503' }))).toBe(true)
    expect(isTransient(failed({ kind, status: 400, message: 'HTTP 503' }))).toBe(false)
    expect(isTransient(failed({ kind, message: 'line 503' }))).toBe(false)
  })
})

describe('decideRetry', () => {
  const decide = (fields: Partial<Parameters<typeof decideRetry>[0]>) =>
    decideRetry({ attempt: 1, failure: failed(), random: () => 0.5, remainingMs: 600_000, ...fields })

  it.each([
    ['the first failure', {}, { type: 'retry', delayMs: 500 }],
    ['the second failure', { attempt: 2 }, { type: 'retry', delayMs: 1000 }],
    ['the third failure', { attempt: 3 }, { type: 'stop', reason: 'attempts_used', askedMs: null }],
    ['no jitter', { random: () => 0 }, { type: 'retry', delayMs: 0 }],
    [
      'a wait the provider asked for',
      { failure: failed({ retryAfterMs: 7000 }) },
      { type: 'retry', delayMs: 7000 },
    ],
    [
      'a shorter wait than our own',
      { failure: failed({ retryAfterMs: 20 }) },
      { type: 'retry', delayMs: 500 },
    ],
    [
      'the longest wait there is',
      { failure: failed({ retryAfterMs: maxDelayMs }) },
      { type: 'retry', delayMs: 60_000 },
    ],
    [
      'a longer one',
      { failure: failed({ retryAfterMs: maxDelayMs + 1 }) },
      { type: 'stop', reason: 'wait_too_long', askedMs: 60_001 },
    ],
    ['just enough time', { remainingMs: 501 }, { type: 'retry', delayMs: 500 }],
    ['no time left', { remainingMs: 500 }, { type: 'stop', reason: 'no_time_left', askedMs: null }],
    [
      'a used-up allowance',
      { failure: failed({ kind: 'usage_limit', retryAfterMs: 1 }) },
      { type: 'stop', reason: 'not_transient', askedMs: 1 },
    ],
  ] as const)('%s', (_, fields, decision) => {
    expect(decide(fields)).toEqual(decision)
    expect(
      nextRetry({ attempt: 1, failure: failed(), random: () => 0.5, remainingMs: 600_000, ...fields }),
    ).toEqual(decision.type === 'retry' ? { delayMs: decision.delayMs } : null)
  })

  it('never waits past the ceiling or the wall time, nor less than asked; never more than two retries', () => {
    const input = fc.record({
      attempt: fc.integer({ min: 1, max: 6 }),
      chance: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      remainingMs: fc.integer({ min: -1000, max: 120_000 }),
      kind: fc.constantFrom(...agentFailureKinds),
      retryAfterMs: fc.option(fc.double({ min: 0, max: 120_000, noNaN: true })),
    })
    fc.assert(
      fc.property(input, ({ attempt, chance, remainingMs, kind, retryAfterMs }) => {
        const failure = failed({ kind, retryAfterMs })
        const decision = decideRetry({ attempt, failure, random: () => chance, remainingMs })
        if (decision.type === 'stop') return
        expect(isTransient(failure)).toBe(true)
        expect(attempt).toBeLessThanOrEqual(2)
        expect(Number.isInteger(decision.delayMs)).toBe(true)
        expect(decision.delayMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0)
        expect(decision.delayMs).toBeLessThanOrEqual(maxDelayMs)
        expect(decision.delayMs).toBeLessThan(remainingMs)
        if (retryAfterMs === null) expect(decision.delayMs).toBeLessThanOrEqual(1000 * attempt)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('wait', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends when the time is over, and lets go of the signal', async () => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    const waiting = wait(5000, signal)
    let ended: string | null = null
    void waiting.then((how) => {
      ended = how
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(ended).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toBe('elapsed')
    expect(removed).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends at once when aborted, and leaves no timer', async () => {
    const controller = new AbortController()
    const waiting = wait(60_000, controller.signal)
    expect(vi.getTimerCount()).toBe(1)
    controller.abort()
    expect(vi.getTimerCount()).toBe(0)
    expect(await waiting).toBe('aborted')
    expect(await wait(60_000, controller.signal)).toBe('aborted')
    expect(vi.getTimerCount()).toBe(0)
  })
})
