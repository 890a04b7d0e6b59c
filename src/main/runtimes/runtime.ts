import type {
  AgentSettings,
  Capability,
  EventOf,
  Limits,
  Result,
  RuntimeInfo,
  RuntimeName,
  Usage,
} from '../../shared'
import type { ExecutableIdentity, Invocation } from '../process'
import type { AgentFailure } from './agent-failure'

/** What a runtime's parser makes of its agent's stream: recordable facts, and where model responses begin and end. */
export type AgentEvent =
  | { readonly type: 'response.started'; readonly responseId: string }
  | { readonly type: 'response.finished'; readonly responseId: string }
  /** The final message; `structured`: the value the program gives beside it where a schema was asked for. */
  | { readonly type: 'final'; readonly text: string; readonly structured?: unknown }
  /** An image of a tool's result, still to be kept as content. */
  | {
      readonly type: 'image'
      readonly callId: string
      readonly mediaType: string
      readonly bytes: Uint8Array
    }
  /** The program has said its last: its standard input can be closed, for one that is held open until then. */
  | { readonly type: 'done' }
  /** What this whole attempt cost so far by the program's own count; the last one counts. */
  | { readonly type: 'cost'; readonly usd: number }
  | EventOf<'agent.message' | 'agent.thinking' | 'agent.usage' | 'agent.unknown'>
  | EventOf<'agent.ready' | 'agent.retrying' | 'agent.rate_limit' | 'agent.notice' | 'permission.denied'>
  | EventOf<'tool.called' | 'tool.output' | 'tool.finished'>

export type { ExecutableIdentity } from '../process'

export type Probe = { readonly info: RuntimeInfo; readonly executable: ExecutableIdentity | null }

/** How one run of the agent program reaches its model's account. A key or a file's content never becomes an event (I8). */
export type SignIn =
  | { readonly type: 'none' }
  /** `files`: what of the user's own settings the run loads, if the user ticked that. */
  | { readonly type: 'key'; readonly key: string; readonly files?: readonly HomeFile[] }
  | { readonly type: 'login'; readonly files: readonly HomeFile[] }

/** A file of the run's own home, by its path relative to it. Written with mode 0600 before the program starts. */
export type HomeFile = { readonly path: string; readonly content: Uint8Array }

export type InvocationInput = {
  readonly executable: ExecutableIdentity
  /** The text of this attempt: the user's prompt, or a correction. */
  readonly prompt: string
  readonly variant: string | null
  readonly capabilities: readonly Capability[]
  readonly limits: Limits
  readonly mirrorFolder: string
  readonly controlFolder: string
  /** The run's own home: made for it, removed with it. The program may write there. */
  readonly homeFolder: string
  readonly signIn: SignIn
  readonly settings: AgentSettings
  /** The schema the final message has to meet: its text, and the file of the control folder that holds it. */
  readonly outputSchema: { readonly text: string; readonly path: string } | null
  /** The program's own conversation to go on with (`agent.ready`); null: a new one. */
  readonly conversation: string | null
  /** The allow-listed part of the user's environment. */
  readonly environment: Readonly<Record<string, string>>
  /**
   * Set where a measured box holds the program: fences of its own, which can't be put up inside, are left out.
   * `variables`: what the commands it starts need to find the way out, such as a proxy's address.
   */
  readonly box: { readonly variables: Readonly<Record<string, string>> } | null
}

/** An agent program behind one interface. To add an agent: one folder that makes one of these, and a line in boot. */
export type Runtime = {
  readonly name: RuntimeName
  /** What is there now: bounded in time, never throws. */
  probe(): Promise<Probe>
  /** How a run would sign in, by the user's settings; fails with runtime.not_signed_in. Asked for right before a start. */
  signIn(): Promise<SignInResult>
  /** Pure: the same input gives the same invocation. */
  buildInvocation(input: InvocationInput): Invocation
  /** Files that the run's own home holds at the start, sign-in included. Pure. */
  homeFiles(input: InvocationInput): readonly HomeFile[]
  /** One for each attempt. Without a context, paths stay as the program wrote them. */
  createParser(context?: ParserContext): AgentParser
  /** Line written to the agent's standard input once a response's snapshot is stored; null for agents that don't wait. */
  readonly acknowledgement: string | null
  /**
   * When an agent that waits for no acknowledgement gets the end of its input: at once, or when it has said its last.
   * Claude Code drops output that was not read yet when it exits, which an open input keeps it from doing.
   */
  readonly inputEnds: 'at_start' | 'when_done'
  /** Whether a file of the run's home (path relative to it) is the program's own record of the conversation. */
  isTranscript(path: string): boolean
}

export type SignInResult = Result<SignIn>

/** What a parser may know of its attempt besides the lines; the same again where kept lines are parsed anew. */
export type ParserContext = {
  /** The folder the program worked in: paths below it are told relative to it. */
  readonly mirrorFolder: string
  /** The model asked for. */
  readonly variant: string | null
  /** From 1 within the session: ids that a program counts from 0 at each start are told apart by it. */
  readonly attempt: number
  /** Tokens that this session has recorded so far of the conversation gone on with; null: a new one. */
  readonly earlierUsage: Usage | null
  /** When the line being parsed came, in milliseconds; absent: now. */
  readonly now?: () => number
}

/** How the program ended, as far as it says what went wrong. `errorText`: the end of its error output, bounded. */
export type AgentExit = {
  readonly code: number | null
  readonly signal: string | null
  readonly errorText: string
  /** We asked it to end: whatever it says of success does not count. */
  readonly stopped: boolean
}

/** Turns lines into events. Never throws: a line it can't read becomes `agent.unknown` (I11). One for each attempt. */
export type AgentParser = {
  readonly line: (line: string) => readonly AgentEvent[]
  /** After the last line: facts still held back, and what went wrong; null: by the program's own account nothing did. */
  readonly end: (exit: AgentExit) => {
    readonly events: readonly AgentEvent[]
    readonly failure: AgentFailure | null
    /** Whether the program itself told how it ended, so that its exit code adds nothing. */
    readonly told?: boolean
  }
}
