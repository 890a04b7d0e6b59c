import { constants } from 'node:os'
import { failure, ok, type Result } from '../../shared'
import type { BoundedExit, CapturedOutput, Invocation, RunBounded } from '../process'
import type { OpenBox } from './backend'
import { watchBox } from './box-watch'
import { firejailStartError } from './firejail/explain'
import { notJoinedCode, notJoinedText } from './limits/join'

/** Which ceiling ended a command, or was met by it. */
export type ReachedLimit = 'wallTimeMs' | 'outputBytes' | 'cpuMs' | 'memoryBytes' | 'processes'

/** How a command inside ended. Exit codes and signals are the program's own. */
export type CommandResult = {
  readonly stdout: CapturedOutput
  readonly stderr: CapturedOutput
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  /** The kernel killed a process of the box for want of memory; the command itself may have gone on. */
  readonly oomKilled: boolean
  readonly limitReached: ReachedLimit | null
  /** The caller ended it. */
  readonly cancelled: boolean
  readonly survivors: number
  readonly durations: { readonly wallMs: number; readonly cpuMs: number | null }
}

export type CommandLimits = {
  readonly wallTimeMs: number
  readonly cpuMs: number
  readonly outputBytes: number
  readonly keepBytes: number
}

export type CommandInput = {
  readonly box: OpenBox
  readonly invocation: Invocation
  readonly token: string
  readonly limits: CommandLimits
  readonly stdin?: Uint8Array
  readonly signal?: AbortSignal
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void
}

/** Runs one command in an open box, bounded in everything. Failures: those of `wrap`, and `sandbox.start_failed`. */
export async function runInBox(runOnHost: RunBounded, input: CommandInput): Promise<Result<CommandResult>> {
  const { box, invocation, token, limits, stdin, signal, onOutput } = input
  const runBounded = box.runBounded ?? runOnHost
  const wrapped = await box.wrap(invocation, limits.cpuMs)
  if (!wrapped.ok) return wrapped
  const before = await box.usage()
  const watch = watchBox(box, limits.cpuMs)
  const stop = signal === undefined ? watch.cpuSpent : AbortSignal.any([watch.cpuSpent, signal])
  const ran = await runBounded(wrapped.value, {
    runToken: token,
    wallTimeMs: limits.wallTimeMs,
    outputBytes: limits.outputBytes,
    keepBytes: limits.keepBytes,
    signal: stop,
    ...(stdin === undefined ? {} : { input: stdin }),
    ...(onOutput === undefined ? {} : { onOutput }),
  })
  watch.stop()
  if (!ran.ok) return ran
  const after = await box.usage()
  const exit = ran.value
  const failed = startFailed(wrapped.value, exit)
  if (failed !== null)
    return failure('sandbox.start_failed', 'The sandbox could not be started. Probe again in Settings.', {
      text: failed,
    })
  const grew = (a: number | null, b: number | null): boolean => a !== null && b !== null && b > a
  const oomKilled = grew(before.memoryKills, after.memoryKills)
  const refused = grew(before.processRefusals, after.processRefusals)
  const cpuSpent = watch.cpuSpent.aborted && exit.stopped === 'asked'
  return ok({
    ...ending(wrapped.value, exit),
    stdout: exit.stdout,
    stderr: exit.stderr,
    timedOut: exit.stopped === 'wallTimeMs',
    oomKilled,
    limitReached: reachedLimit(exit, { cpuSpent, oomKilled, refused }),
    cancelled: exit.stopped === 'asked' && !cpuSpent,
    survivors: exit.survivors,
    durations: {
      wallMs: exit.durationMs,
      cpuMs: before.cpuMs === null || after.cpuMs === null ? null : after.cpuMs - before.cpuMs,
    },
  })
}

const signalBase = 128

/** A box tells by its exit code which signal ended the program, as a shell does. */
function ending(
  wrapped: Invocation,
  { code, signal }: BoundedExit,
): Pick<CommandResult, 'exitCode' | 'signal'> {
  if (wrapped.holder !== true || code === null || code <= signalBase) return { exitCode: code, signal }
  const name = Object.entries(constants.signals).find(([, number]) => number === code - signalBase)?.[0]
  return { exitCode: code, signal: name ?? signal }
}

function reachedLimit(
  exit: BoundedExit,
  seen: { readonly cpuSpent: boolean; readonly oomKilled: boolean; readonly refused: boolean },
): ReachedLimit | null {
  if (exit.stopped === 'wallTimeMs' || exit.stopped === 'outputBytes') return exit.stopped
  if (seen.cpuSpent || exit.signal === 'SIGXCPU' || exit.code === signalBase + constants.signals.SIGXCPU)
    return 'cpuMs'
  if (seen.oomKilled) return 'memoryBytes'
  return seen.refused ? 'processes' : null
}

/** Text of a box that did not come to be; null: the program ran. A program may say the same of itself, to no gain. */
export function startFailed(wrapped: Invocation, exit: BoundedExit): string | null {
  if (exit.stdout.bytes > 0 || exit.stopped !== null) return null
  return startErrorIn(wrapped, exit.code, exit.stderr.head.toString('utf8'))
}

/** The same by the error output of a start that printed nothing else. */
export function startErrorIn(wrapped: Invocation, code: number | null, text: string): string | null {
  if (wrapped.holder !== true) return null
  if (code === 1 && text.startsWith('bwrap: ')) return text
  const firejails = firejailStartError([wrapped.executable, ...wrapped.args], code, text)
  if (firejails !== null) return firejails
  return code === notJoinedCode && text.includes(notJoinedText) ? text : null
}
