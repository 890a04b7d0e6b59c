import {
  type EventOf,
  failure,
  type GloveboxError,
  type LimitName,
  limitWords,
  type SessionStatus,
} from '../../shared'
import type { ProcessExit } from '../process'
import type { AgentFailure } from '../runtimes'
import { describeAgentFailure } from './agent-failure-words'

/** Everything that bears on how a run ended. Several can hold at once: `decideOutcome` fixes which one counts. */
export type RunEnd = {
  readonly cancelledBy: EventOf<'cancel.requested'>['by'] | null
  readonly limit: { readonly name: LimitName; readonly ceiling: number } | null
  readonly fault: GloveboxError | null
  readonly exit: Pick<ProcessExit, 'code' | 'signal'> | null
  /** What went wrong by the program's own account, or by its exit state. */
  readonly agentFailure: AgentFailure | null
  readonly finalText: string | null
}

export type Outcome = {
  readonly status: Exclude<SessionStatus, 'running'>
  readonly error: GloveboxError | null
  readonly summary: string | null
}

/** The status of a run that was started. What the user did comes first, then our limits, then what the agent did. */
export function decideOutcome(end: RunEnd): Outcome {
  const summary = end.finalText
  if (end.cancelledBy !== null) return { status: 'cancelled', error: null, summary }
  if (end.limit !== null) {
    const { name, ceiling } = end.limit
    const message = `Stopped at the limit: ${limitWords[name].toLowerCase()}. Raise it to let a run go further.`
    return {
      status: 'limit_exceeded',
      error: failure('policy.limit_reached', message, { limit: name, ceiling }).error,
      summary,
    }
  }
  if (end.fault !== null) return { status: 'failed', error: end.fault, summary }
  if (end.agentFailure !== null && end.agentFailure.kind !== 'crashed')
    return { status: 'failed', error: describeAgentFailure(end.agentFailure), summary }
  if (end.exit !== null && (end.exit.code !== 0 || end.exit.signal !== null))
    return { status: 'failed', error: exitError(end.exit), summary }
  if (end.agentFailure !== null)
    return { status: 'failed', error: describeAgentFailure(end.agentFailure), summary }
  if (summary === null)
    return {
      status: 'invalid_output',
      error: failure('runtime.no_final_message', 'The agent ended without a final message.').error,
      summary,
    }
  return { status: 'succeeded', error: null, summary }
}

function exitError({ code, signal }: Pick<ProcessExit, 'code' | 'signal'>): GloveboxError {
  const how = signal === null ? `with exit code ${code}` : `by signal ${signal}`
  return failure('runtime.exited', `The agent program ended ${how}. What it printed is in the session.`, {
    code,
    signal,
  }).error
}

/** The outcome of a run that ended before its agent did anything, from the one thing that bears on it. */
export function ended(end: Partial<RunEnd>): Outcome {
  const nothing = {
    cancelledBy: null,
    limit: null,
    fault: null,
    exit: null,
    agentFailure: null,
    finalText: null,
  }
  return decideOutcome({ ...nothing, ...end })
}
