/** Why an agent program's model call or the program itself failed, in one vocabulary for every runtime. */
export const agentFailureKinds = [
  /** The provider's side had a passing fault: 500, 502, 503, 529, a reset, a stream that broke off. */
  'transient',
  /** 429: too many requests just now. `retryAfterMs` says how long to wait, where the provider says so. */
  'rate_limited',
  /** The plan's allowance is used up until `resetsAt`; no wait of seconds mends it. */
  'usage_limit',
  'sign_in',
  'billing',
  'invalid_request',
  'model_not_found',
  /** The provider's policy refused to answer. */
  'refused',
  'output_too_long',
  'context_too_long',
  /** The provider could not be reached: name not resolved, connection refused, timed out. */
  'network',
  /** The program ended without a closing line, by a signal or by an error of its own. */
  'crashed',
  /** The program's own ceiling of turns. */
  'turn_limit',
  /** The program's own ceiling of cost. */
  'budget_limit',
  'unknown',
] as const
export type AgentFailureKind = (typeof agentFailureKinds)[number]

/** One failure as a runtime's parser reports it. */
export type AgentFailure = {
  readonly kind: AgentFailureKind
  /** The provider's or the program's own sentence. */
  readonly message: string
  /** HTTP status, where one is known. */
  readonly status: number | null
  /** Milliseconds the provider asked to wait, from `retry-after`. */
  readonly retryAfterMs: number | null
  /** When a used-up allowance is restored: milliseconds since the epoch. */
  readonly resetsAt: number | null
}
