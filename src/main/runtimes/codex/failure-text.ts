import type { AgentFailure, AgentFailureKind } from '../agent-failure'

const maxMessage = 1000

type Found = Partial<Omit<AgentFailure, 'kind' | 'message'>> & { readonly kind: AgentFailureKind }

/**
 * What a `turn.failed` message of Codex means. Codex gives no codes, only sentences: these are the ones that 0.171 was
 * seen to write, the most certain first. `now` is for times that it names without a date.
 */
export function classifyCodexMessage(message: string): AgentFailure {
  const body = errorBody(message)
  const text = body?.message ?? message
  const found = body === null ? classifyText(text) : classifyBody(body)
  return {
    kind: found.kind,
    message: text.length > maxMessage ? `${text.slice(0, maxMessage - 1)}…` : text,
    status: found.status ?? null,
    retryAfterMs: found.retryAfterMs ?? null,
    resetsAt: found.resetsAt ?? null,
  }
}

const sentences: readonly (readonly [RegExp, AgentFailureKind])[] = [
  [/reason: content_filter/, 'refused'],
  [/reason: max_output_tokens/, 'output_too_long'],
  [
    /ran out of room in the model's context window|input_too_large|context_length_exceeded/i,
    'context_too_long',
  ],
  [/^Quota exceeded|insufficient_quota|billing/i, 'billing'],
  [/^Missing environment variable/, 'sign_in'],
  [
    /access token could not be refreshed|not logged in|(log|sign) (in|out)\b.{0,200} again|token data is not available/i,
    'sign_in',
  ],
  [/model\b.{0,200} (does not exist|is not supported|not found)/i, 'model_not_found'],
  [/rate limit (exceeded|reached)/i, 'rate_limited'],
  [/currently experiencing high demand|at capacity|overloaded/i, 'transient'],
  [/connection failed|error sending request|dns error|timed? ?out\b.{0,200}connect/i, 'network'],
  [/^stream disconnected before completion/, 'transient'],
  [/usage polic|content polic|flagged|safety/i, 'refused'],
]

function classifyText(text: string): Found {
  if (/^You.ve hit your usage limit/.test(text)) return { kind: 'usage_limit', resetsAt: resetTime(text) }
  const status = statusIn(text)
  if (status === 429) return { kind: 'rate_limited', status, retryAfterMs: waitIn(text) }
  const kind = sentences.find(([pattern]) => pattern.test(text))?.[1]
  if (kind === 'rate_limited') return { kind, status: 429, retryAfterMs: waitIn(text) }
  // A status decides before a word that only happens to stand in an answer's body.
  if (status !== null && kind !== 'model_not_found' && kind !== 'context_too_long')
    return { kind: kindOfStatus(status), status }
  return { kind: kind ?? 'unknown', status }
}

function kindOfStatus(status: number): AgentFailureKind {
  if (status === 401 || status === 403) return 'sign_in'
  if (status === 402) return 'billing'
  if (status === 404) return 'model_not_found'
  if (status === 413) return 'context_too_long'
  if (status === 408 || status === 409 || status >= 500) return 'transient'
  return status >= 400 ? 'invalid_request' : 'unknown'
}

/** “unexpected status 502 Bad Gateway: …”, “exceeded retry limit, last status: 429 Too Many Requests”. */
export function statusIn(text: string): number | null {
  const found = /\b(?:unexpected status|last status:) (\d{3})\b/.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}

/** “Please try again in 1.2s.” in milliseconds. */
export function waitIn(text: string): number | null {
  const found = /try again in (\d+(?:\.\d+)?) ?(ms|s|m)\b/i.exec(text)
  if (found === null) return null
  const [, amount = '0', unit = 's'] = found
  const scale = { ms: 1, s: 1000, m: 60_000 }[unit.toLowerCase()] ?? 1000
  return Math.min(Math.ceil(Number(amount) * scale), Number.MAX_SAFE_INTEGER)
}

/** “… or try again at Dec 1st, 2026 4:40 AM.”: this machine's time. A time alone stays unread: its day is not sure. */
function resetTime(text: string): number | null {
  const found = /try again at ([A-Z][a-z]{2} \d{1,2})(?:st|nd|rd|th), (\d{4} \d{1,2}:\d{2} [AP]M)/.exec(text)
  const time = found === null ? Number.NaN : Date.parse(`${found[1]}, ${found[2]}`)
  return Number.isNaN(time) || time < 0 ? null : time
}

type ErrorBody = { readonly message: string; readonly words: string }

/** The API's own answer to a request it refuses (400), which Codex passes on as it is. */
function errorBody(message: string): ErrorBody | null {
  if (!message.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(message)
    const error = property(value, 'error')
    const text = property(error, 'message') ?? property(value, 'detail')
    if (typeof text !== 'string') return null
    return { message: text, words: [property(error, 'code'), property(error, 'type')].join(' ') }
  } catch {
    return null
  }
}

function classifyBody({ message, words }: ErrorBody): Found {
  const status = 400
  if (/context_length/.test(words)) return { kind: 'context_too_long', status }
  if (/model_not_found/.test(words)) return { kind: 'model_not_found', status }
  if (/quota|billing/.test(words)) return { kind: 'billing', status }
  if (/api_key|authentication/.test(words)) return { kind: 'sign_in', status }
  if (/policy|content_filter|safety/.test(words)) return { kind: 'refused', status }
  const { kind } = classifyText(message)
  const isInput = kind === 'context_too_long' || kind === 'model_not_found' || kind === 'refused'
  return { kind: isInput ? kind : 'invalid_request', status }
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
