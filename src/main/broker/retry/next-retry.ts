import type { AgentFailure } from '../../runtimes'
import { isTransient } from './transient'

export const maxRetries = 2
const baseDelayMs = 1000
/** No wait is longer than this; a provider that asks for a longer one is not asked again. */
export const maxDelayMs = 60_000

export type RetryInput = {
  /** Attempts made so far, the failed one included: 1 after the first. */
  readonly attempt: number
  readonly failure: AgentFailure
  /** At least 0, below 1. */
  readonly random: () => number
  /** What is left of the run's wall time. */
  readonly remainingMs: number
}

/** What follows a failed attempt; `askedMs` is how long the provider asked to wait. */
export type RetryDecision =
  | { readonly type: 'retry'; readonly delayMs: number }
  | {
      readonly type: 'stop'
      readonly reason: 'not_transient' | 'attempts_used' | 'wait_too_long' | 'no_time_left'
      readonly askedMs: number | null
    }

/**
 * Decides on the next attempt. The delay is exponential back-off with full jitter, random between 0 and base · 2^retries
 * (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015), and never less than what the provider
 * asked for with `retry-after`. Waits that would take up the rest of the wall time are not begun.
 */
export function decideRetry({ attempt, failure, random, remainingMs }: RetryInput): RetryDecision {
  const askedMs = failure.retryAfterMs
  const stop = (reason: Extract<RetryDecision, { type: 'stop' }>['reason']): RetryDecision => ({
    type: 'stop',
    reason,
    askedMs,
  })
  if (!isTransient(failure)) return stop('not_transient')
  if (attempt > maxRetries) return stop('attempts_used')
  if (askedMs !== null && askedMs > maxDelayMs) return stop('wait_too_long')
  const ceilingMs = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.max(0, attempt - 1))
  const delayMs = Math.max(Math.round(random() * ceilingMs), Math.ceil(askedMs ?? 0))
  return delayMs < remainingMs ? { type: 'retry', delayMs } : stop('no_time_left')
}

/** The delay before the next attempt, or null: no further attempt. `decideRetry` says why not. */
export function nextRetry(input: RetryInput): { readonly delayMs: number } | null {
  const decision = decideRetry(input)
  return decision.type === 'retry' ? { delayMs: decision.delayMs } : null
}
