import type { AgentFailure, AgentFailureKind } from '../agent-failure'
import type { AgentExit } from '../runtime'
import type { RateLimitInfo, ResultLine } from './lines'

/** What of a stream bears on how it ended. */
export type Ending = {
  /** The last `result` line; null: the program did not get that far. */
  readonly result: ResultLine | null
  /** The last failure that the program put into a response's form, in its own word (`rate_limit`, `server_error` …). */
  readonly error: { readonly word: string | null; readonly text: string } | null
  readonly rateLimit: RateLimitInfo | null
  readonly lastRetry: { readonly status: number | null; readonly delayMs: number | null } | null
}

const maxMessage = 1000

/**
 * What went wrong; null: nothing did. The exit code alone does not tell: a failed model call has `subtype: "success"`
 * with `is_error: true`, and an interrupted stream may exit with 0. A missing structured output is no failure here, nor
 * is one that the program gave up on: the broker holds the final message against the schema.
 */
export function endOf(exit: AgentExit, ending: Ending): AgentFailure | null {
  const { result } = ending
  if (result === null) return fail('crashed', withoutResult(exit))
  if (exit.stopped) return fail('crashed', 'It was ended before it was done.')
  switch (result.subtype) {
    case 'success':
      break
    case 'error_max_turns':
      return fail('turn_limit', sentence(result, 'It reached its own limit of turns.'))
    case 'error_max_budget_usd':
      return fail('budget_limit', sentence(result, 'It reached its own limit of cost.'))
    case 'error_max_structured_output_retries':
      return null
    case 'error_during_execution':
      return (result.terminal_reason ?? '').startsWith('aborted')
        ? fail('crashed', 'It was interrupted before it was done.')
        : fail('unknown', sentence(result, 'It failed while it was working.'))
    default:
      return result.is_error ? fail('unknown', sentence(result, `It ended with ${result.subtype}.`)) : null
  }
  if (result.is_error) return failedCall(result, ending)
  if (exit.code === 0) return null
  return fail('crashed', `It said that it was done, then ended ${how(exit)}.`)
}

/** Whether the program gave up on a structured output: its last try is then the final message. */
export function gaveUpOnSchema({ result }: Ending): boolean {
  return result?.subtype === 'error_max_structured_output_retries'
}

function failedCall(result: ResultLine, { error, rateLimit, lastRetry }: Ending): AgentFailure {
  const message = result.result ?? error?.text ?? 'The model call failed.'
  const status = result.api_error_status ?? null
  const kind = kindOf({ result, message, status, word: error?.word ?? null, rateLimit })
  return {
    ...fail(kind, message),
    status,
    retryAfterMs: kind === 'rate_limited' ? askedWait(lastRetry) : null,
    resetsAt: kind === 'usage_limit' ? milliseconds(rateLimit?.resetsAt) : null,
  }
}

function kindOf(call: {
  readonly result: ResultLine
  readonly message: string
  readonly status: number | null
  readonly word: string | null
  readonly rateLimit: RateLimitInfo | null
}): AgentFailureKind {
  const { result, message, status, word, rateLimit } = call
  if (result.stop_reason === 'refusal') return 'refused'
  if (result.terminal_reason === 'prompt_too_long' || message.startsWith('Prompt is too long'))
    return 'context_too_long'
  switch (word) {
    case 'rate_limit':
      return rateLimit?.status === 'rejected' || /^You've hit your .{1,40} limit/.test(message)
        ? 'usage_limit'
        : 'rate_limited'
    case 'authentication_failed':
      return 'sign_in'
    case 'billing_error':
      return 'billing'
    case 'model_not_found':
      return 'model_not_found'
    case 'max_output_tokens':
      return 'output_too_long'
    case 'server_error':
      return isUnreachable(message) ? 'network' : 'transient'
    default:
      return byStatus(status, message)
  }
}

function byStatus(status: number | null, message: string): AgentFailureKind {
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 403) return 'sign_in'
  if (status === 404) return 'model_not_found'
  if (status !== null && status >= 500) return 'transient'
  if (status !== null && status >= 400) return 'invalid_request'
  if (/^(?:Invalid API key|Failed to authenticate|Not logged in)/.test(message)) return 'sign_in'
  // A page in place of the API: something between here and the provider answered.
  if (/empty or malformed response/.test(message) || isUnreachable(message)) return 'network'
  return 'unknown'
}

function isUnreachable(message: string): boolean {
  return /Unable to connect|timed out|Connection error|ECONN|ENOTFOUND|EAI_AGAIN/.test(message)
}

/** The wait before a retry is the provider's `retry-after` where it is whole seconds: the program's own has a fraction. */
function askedWait(retry: Ending['lastRetry']): number | null {
  if (retry === null || retry.status !== 429 || retry.delayMs === null) return null
  return retry.delayMs > 0 && retry.delayMs % 1000 === 0 ? retry.delayMs : null
}

function milliseconds(seconds: number | null | undefined): number | null {
  const value = Math.round((seconds ?? 0) * 1000)
  return value > 0 && Number.isSafeInteger(value) ? value : null
}

function withoutResult(exit: AgentExit): string {
  if (exit.stopped) return 'It was ended before it was done.'
  const text = exit.errorText.trim()
  const end = `It ended ${how(exit)}, without a result`
  return text === '' ? `${end}.` : `${end}: ${text}`
}

function how({ code, signal }: AgentExit): string {
  return signal === null ? `with exit code ${code ?? 'unknown'}` : `by signal ${signal}`
}

function sentence({ errors, result }: ResultLine, otherwise: string): string {
  return errors?.find((each) => each !== '' && !each.startsWith('[')) ?? result ?? otherwise
}

function fail(kind: AgentFailureKind, message: string): AgentFailure {
  const text = message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message
  return { kind, message: text, status: null, retryAfterMs: null, resetsAt: null }
}
