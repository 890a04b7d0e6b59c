import type { AgentFailure, AgentFailureKind } from '../../runtimes'
import { textMarkers } from './text-markers'

/** Whether a failure of this kind passes by itself within seconds; null: its status and words have to tell. */
const passing: Readonly<Record<AgentFailureKind, boolean | null>> = {
  transient: true,
  rate_limited: true,
  network: true,
  usage_limit: false,
  sign_in: false,
  billing: false,
  invalid_request: false,
  model_not_found: false,
  refused: false,
  output_too_long: false,
  context_too_long: false,
  turn_limit: false,
  budget_limit: false,
  crashed: null,
  unknown: null,
}

/** Request timeout, too many requests, and faults of the provider's side (529: Anthropic's "overloaded"). */
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529])

/** Whether trying again may help. The typed kind decides; where it says nothing, the HTTP status, and words last. */
export function isTransient(failure: AgentFailure): boolean {
  const byKind = passing[failure.kind]
  if (byKind !== null) return byKind
  if (failure.status !== null) return passingStatuses.has(failure.status)
  return textMarkers(failure.message) !== null
}
