import type { GloveboxError, Result } from '../../shared'
import type { Invocation } from './invocation'

/** How a process ended. `survivors`: processes of its tree that outlived it and had to be killed. */
export type ProcessExit = {
  readonly code: number | null
  readonly signal: string | null
  readonly durationMs: number
  readonly survivors: number
  /** Others may still run: there was something left, or something new, until the time for ending them was up. */
  readonly mayHaveLeft: boolean
  /** What both streams carried, in bytes, beyond the ceiling too. */
  readonly outputBytes: number
  /** What held it was lost in the middle, such as a container engine that was stopped: the run can't count as ended. */
  readonly error?: GloveboxError
}

/**
 * Ceilings that the executor itself holds. Reaching one ends the whole tree; `onLimit` says which, once. Output is
 * what both streams carry, in bytes; nothing beyond the ceiling is delivered, nor the line that it cut.
 */
export type ProcessLimits = {
  readonly wallTimeMs: number
  readonly outputBytes: number
  /** Longest time without a byte of output; time in which delivery is paused does not count. */
  readonly idleTimeMs: number
}

export type ProcessHandlers = {
  /** One whole line of standard output, without its end; CRLF and a missing last end are handled. */
  readonly onLine: (line: string) => void
  readonly onStderr: (text: string) => void
  readonly onLimit: (limit: keyof ProcessLimits, ceiling: number, value: number) => void
}

export type RunningProcess = {
  readonly pid: number
  /** Writes one line to standard input; ignored once the process has ended or closed it. */
  readonly writeLine: (line: string) => void
  /** Closes standard input. Agents that take one prompt and wait for its end need it; later writes are ignored. */
  readonly endInput: () => void
  /**
   * Ends the whole tree: INT, then TERM, then KILL, each after a grace time. Resolves when nothing is left. Asking
   * twice, or after the end, is the same as asking once.
   */
  readonly cancel: () => Promise<void>
  /** Stops delivering output until `resume`; the pipe then blocks the writer. */
  readonly pause: () => void
  readonly resume: () => void
  /** Resolves once the tree is gone and every line was delivered (so not while paused). Never rejects. */
  readonly exited: Promise<ProcessExit>
}

/** Creates the process before the first await, so that nothing can come between a check and its start (I5). */
export type StartProcess = (
  invocation: Invocation,
  options: {
    /** Put into the environment as GLOVEBOX_RUN: survivors are found by it, also after a crash. */
    readonly runToken: string
    /** A real folder that only this run uses: what works in it and has no terminal is of the run, too. */
    readonly ownFolder?: string
    readonly limits: ProcessLimits
    readonly handlers: ProcessHandlers
  },
) => Promise<Result<RunningProcess>>
