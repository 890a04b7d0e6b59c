import { type ErrorCode, failure, type GloveboxError } from '../../shared'
import type { AgentFailure, AgentFailureKind } from '../runtimes'

const words: Readonly<Record<AgentFailureKind, { readonly code: ErrorCode; readonly says: string }>> = {
  transient: {
    code: 'runtime.transient',
    says: 'The model’s provider had a passing fault, also when it was tried again. Run again in a while.',
  },
  rate_limited: {
    code: 'runtime.rate_limited',
    says: 'The provider takes no more requests just now. Run again in a while.',
  },
  usage_limit: {
    code: 'runtime.usage_limit',
    says: 'The plan’s allowance is used up. Wait until it is restored, or sign in with another account or key.',
  },
  sign_in: {
    code: 'runtime.sign_in',
    says: 'The provider did not accept the sign-in. Check the key or sign in again (Settings, Agents).',
  },
  billing: {
    code: 'runtime.billing',
    says: 'The provider refuses for a reason of payment. See to the account’s credit, then run again.',
  },
  invalid_request: {
    code: 'runtime.invalid_request',
    says: 'The provider refused the request as it was made.',
  },
  model_not_found: {
    code: 'runtime.model_not_found',
    says: 'The provider has no such model for this account. Choose another one.',
  },
  refused: { code: 'runtime.refused', says: 'The provider’s policy refused to answer. Ask in another way.' },
  output_too_long: {
    code: 'runtime.too_long',
    says: 'The answer was cut at the model’s limit of output. Ask for less at once.',
  },
  context_too_long: {
    code: 'runtime.too_long',
    says: 'The conversation grew beyond what the model can take in. Ask for less at once.',
  },
  network: {
    code: 'runtime.network',
    says: 'The provider could not be reached. Check the network and the address in Settings, then run again.',
  },
  crashed: { code: 'runtime.exited', says: 'The agent program ended before it had finished.' },
  turn_limit: {
    code: 'policy.limit_reached',
    says: 'The agent program stopped at its own ceiling of turns. Ask for less at once.',
  },
  budget_limit: {
    code: 'policy.limit_reached',
    says: 'The agent program stopped at its own ceiling of cost.',
  },
  unknown: { code: 'runtime.exited', says: 'The agent program reported a failure.' },
}

/** A runtime's failure as an error for people: what happened, the way out, and the provider's own sentence as cause. */
export function describeAgentFailure(agentFailure: AgentFailure): GloveboxError {
  const { code, says } = words[agentFailure.kind]
  const { kind, status, resetsAt, retryAfterMs, message } = agentFailure
  const until = resetsAt === null ? '' : ` It is restored on ${new Date(resetsAt).toISOString()}.`
  return failure(code, says + until, { kind, status, resetsAt, retryAfterMs }, message).error
}
