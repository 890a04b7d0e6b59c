import type { Capability, EventOf, Limits, RuntimeInfo, RuntimeName } from '../../shared'
import type { ExecutableIdentity, Invocation } from '../process'

/** What a runtime's parser makes of its agent's stream: recordable facts, and where model responses begin and end. */
export type AgentEvent =
  | { readonly type: 'response.started'; readonly responseId: string }
  | { readonly type: 'response.finished'; readonly responseId: string }
  | { readonly type: 'final'; readonly text: string }
  | EventOf<'agent.message' | 'agent.thinking' | 'agent.usage' | 'agent.unknown'>
  | EventOf<'tool.called' | 'tool.output' | 'tool.finished'>

export type { ExecutableIdentity } from '../process'

export type Probe = { readonly info: RuntimeInfo; readonly executable: ExecutableIdentity | null }

export type InvocationInput = {
  readonly executable: ExecutableIdentity
  readonly prompt: string
  readonly variant: string | null
  readonly capabilities: readonly Capability[]
  readonly limits: Limits
  readonly mirrorFolder: string
  readonly controlFolder: string
  /** The allow-listed part of the user's environment. */
  readonly environment: Readonly<Record<string, string>>
}

/** An agent program behind one interface. To add an agent: one file that makes one of these, and a line in boot. */
export type Runtime = {
  readonly name: RuntimeName
  probe(): Promise<Probe>
  /** Pure: the same input gives the same invocation. */
  buildInvocation(input: InvocationInput): Invocation
  createParser(): AgentParser
  /** Line written to the agent's standard input once a response's snapshot is stored; null for agents that don't wait. */
  readonly acknowledgement: string | null
}

/** Turns lines into events. Never throws: a line it can't read becomes `agent.unknown` (I11). */
export type AgentParser = { readonly line: (line: string) => readonly AgentEvent[] }
