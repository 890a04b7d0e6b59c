import type { AgentMode } from '../agents/invocation'
import type { AgentRun } from '../agents/run-agent'
import type { Scenario } from '../model-server'

/** One scenario whose output is kept; the prompt and the rest as in AgentRun. */
export type Recording = Pick<AgentRun, 'prompt' | 'model' | 'files' | 'args' | 'environment'> & {
  readonly about: string
  readonly mode: AgentMode
  readonly scenario: Scenario
  /** A signal a moment after the model has begun to answer. */
  readonly signal?: NodeJS.Signals
}
