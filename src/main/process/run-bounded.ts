import { performance } from 'node:perf_hooks'
import { ok, type Result } from '../../shared'
import { type CapturedOutput, createOutputCapture } from './captured-output'
import type { Invocation } from './invocation'
import { endWithUs, type Launch, launchProcess } from './launch'
import type { Grace } from './process-tree'
import { closeWhenIdle } from './stream-end'

/** Why a bounded command came to its end before its own. */
export type BoundedStop = 'wallTimeMs' | 'outputBytes' | 'asked'

export type BoundedExit = {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: CapturedOutput
  readonly stderr: CapturedOutput
  readonly stopped: BoundedStop | null
  /** Processes of its tree that outlived it and had to be killed. */
  readonly survivors: number
  readonly durationMs: number
}

export type BoundedOptions = {
  /** Put into the environment as GLOVEBOX_RUN: survivors are found by it. */
  readonly runToken: string
  readonly wallTimeMs: number
  /** What both streams may carry; at that the whole tree is ended. */
  readonly outputBytes: number
  /** What of each stream is kept: half its start, half its end. */
  readonly keepBytes: number
  /** Content of standard input, which is then closed. Takes the place of the invocation's. */
  readonly input?: Uint8Array
  readonly grace?: Grace
  /** Ends the command when it is aborted. */
  readonly signal?: AbortSignal
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void
}

/**
 * Runs a program that nobody vouches for to its end: bounded in time, output and our memory, and nothing left after it.
 * However it ends is a value; the one failure is `runtime.start_failed`.
 */
export type RunBounded = (invocation: Invocation, options: BoundedOptions) => Promise<Result<BoundedExit>>

const shortGrace: Grace = { interruptMs: 300, terminateMs: 300 }

export const runBounded: RunBounded = createRunBounded(launchProcess)

/** The same for programs that something else starts. A program whose holder was lost is a failure, with its error. */
export function createRunBounded(launch: Launch): RunBounded {
  return (invocation, options) => runWith(launch, invocation, options)
}

async function runWith(
  launch: Launch,
  invocation: Invocation,
  options: BoundedOptions,
): Promise<Result<BoundedExit>> {
  const { runToken, wallTimeMs, outputBytes, keepBytes, grace = shortGrace, signal } = options
  const startedAt = performance.now()
  const launched = await launch(invocation, { runToken })
  if (!launched.ok) return launched
  const child = launched.value
  const { tree } = child
  const leave = endWithUs(child)

  let stopped: BoundedStop | null = null
  let ending: Promise<void> = Promise.resolve()
  const stop = (why: BoundedStop): void => {
    if (stopped !== null) return
    stopped = why
    ending = tree.end(grace)
  }
  const stopAsked = (): void => stop('asked')
  const timer = setTimeout(() => stop('wallTimeMs'), wallTimeMs)
  signal?.addEventListener('abort', stopAsked, { once: true })
  if (signal?.aborted === true) stop('asked')

  let seen = 0
  const follow = (name: 'stdout' | 'stderr') => {
    const capture = createOutputCapture(keepBytes)
    const stream = child[name]
    const closed = new Promise<void>((resolve) => {
      stream.once('close', () => resolve())
    })
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => {
      seen += chunk.length
      // What comes after the ceiling is read, so that the program can end, and thrown away.
      if (seen > outputBytes) return stop('outputBytes')
      capture.add(chunk)
      options.onOutput?.(name, chunk)
    })
    return { capture, closed }
  }
  const stdout = follow('stdout')
  const stderr = follow('stderr')
  child.stdin.end(options.input ?? invocation.input ?? '')

  const { code, signal: endSignal, error } = await child.exited
  clearTimeout(timer)
  signal?.removeEventListener('abort', stopAsked)
  leave()
  await ending
  const { count: survivors } = await tree.sweep()
  closeWhenIdle([child.stdout, child.stderr], () => false)
  await Promise.all([stdout.closed, stderr.closed])
  if (error !== undefined) return { ok: false, error }
  return ok({
    code,
    signal: endSignal,
    stdout: stdout.capture.taken(),
    stderr: stderr.capture.taken(),
    stopped,
    survivors,
    durationMs: Math.round(performance.now() - startedAt),
  })
}
