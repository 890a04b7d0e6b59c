/** What a text says of a passing failure. */
export type TextMarker = 'rate_limited' | 'transient' | 'network'

/**
 * Passing failures by their words: the last resort, for a program that ended with an error and said nothing typed. A
 * bare number means nothing (a stack trace has a "line 503"): it counts only as a status ("status 503", "HTTP 503",
 * "(429)" after "rejected") or with its own reason phrase ("503 Service Unavailable").
 */
const markers: readonly { readonly marker: TextMarker; readonly pattern: RegExp }[] = [
  {
    marker: 'rate_limited',
    pattern:
      /\b(?:rate[ _]limit(?:ed\b|_error\b| (?:exceeded|reached|hit)\b)|too many requests\b|request rejected \(429\))/i,
  },
  {
    marker: 'rate_limited',
    pattern: /\b(?:https?(?:\/[\d.]{1,3})?|api error|status(?: code)?)[ :=("']{1,3}429\b/i,
  },
  {
    marker: 'transient',
    pattern:
      /\b(?:https?(?:\/[\d.]{1,3})?|api error|status(?: code)?)[ :=("']{1,3}(?:500|502|503|504|529)\b/i,
  },
  {
    marker: 'transient',
    pattern:
      /\b(?:500 internal server error|502 bad gateway|503 service unavailable|504 gateway time-?out|529 overloaded)\b/i,
  },
  {
    marker: 'transient',
    pattern:
      /\b(?:temporarily unavailable|service unavailable|bad gateway|gateway time-?out|overloaded_error|(?:is|are|currently|server|model|api) overloaded|experiencing high demand|is at capacity)\b/i,
  },
  { marker: 'transient', pattern: /^(?:api )?(?:error: ?)?overloaded\.?$/im },
  {
    marker: 'transient',
    pattern: /\bstream disconnected before completion\b(?!.{0,200}content_filter)/i,
  },
  {
    marker: 'network',
    pattern:
      /\b(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EPIPE|connection (?:was )?(?:reset|refused|closed|timed out)|connection failed|unable to connect|socket hang up|network is unreachable|request timed out)\b/i,
  },
]

/** What no wait of seconds mends, whatever else the text says. */
const lasting =
  /\b(?:usage limit|session limit|quota exceeded|insufficient_quota|credit balance|invalid api key|not logged in)\b/i

const lookedAt = 4096

/** The passing failure that the end of a text (its last 4,096 characters) speaks of, or null. Made for error output and last messages. */
export function textMarkers(text: string): TextMarker | null {
  const end = text.slice(-lookedAt)
  if (lasting.test(end)) return null
  return markers.find(({ pattern }) => pattern.test(end))?.marker ?? null
}
