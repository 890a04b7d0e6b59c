import type { Result } from '../../shared'
import type { Invocation } from './invocation'

/** How a process ended. `survivors`: processes of its tree that outlived it and had to be killed. */
export type ProcessExit = {
  readonly code: number | null
  readonly signal: string | null
  readonly durationMs: number
  readonly survivors: number
}

/** Ceilings that the executor itself holds. Reaching one ends the whole tree; `onLimit` says which. */
export type ProcessLimits = { readonly wallTimeMs: number; readonly outputBytes: number }

export type ProcessHandlers = {
  /** One whole line of standard output, without its end; CRLF and a missing last end are handled. */
  readonly onLine: (line: string) => void
  readonly onStderr: (text: string) => void
  readonly onLimit: (limit: keyof ProcessLimits, ceiling: number, value: number) => void
}

export type RunningProcess = {
  readonly pid: number
  /** Writes one line to standard input; ignored once the process has ended. */
  readonly writeLine: (line: string) => void
  /** Ends the whole tree: INT, then TERM, then KILL, each after a grace time. Resolves when nothing is left. */
  readonly cancel: () => Promise<void>
  /** Stops delivering lines until `resume`; the pipe then blocks the writer. */
  readonly pause: () => void
  readonly resume: () => void
  readonly exited: Promise<ProcessExit>
}

export type StartProcess = (
  invocation: Invocation,
  options: {
    /** Put into the environment as GLOVEBOX_RUN: survivors are found by it, also after a crash. */
    readonly runToken: string
    readonly limits: ProcessLimits
    readonly handlers: ProcessHandlers
  },
) => Promise<Result<RunningProcess>>
