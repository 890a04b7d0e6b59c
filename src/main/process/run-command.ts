import { basename } from 'node:path'
import { failure, ok, type Result } from '../../shared'
import type { Invocation } from './invocation'
import { signalGroup } from './signals'
import { type Child, spawnChild } from './spawn-child'
import { closeWhenIdle } from './stream-end'

/**
 * Runs a short program of our own choosing (git, `node --version`) to its end and gives what it printed. Any exit
 * code is a value; null: ended by a signal. Standard input is the invocation's, then closed. Failures:
 * `runtime.start_failed` (`details.reason`), `policy.limit_reached` (`details.limit`: `wallTimeMs`, `outputBytes`),
 * `runtime.exited` for one that `endCommands` ended.
 */
export type RunCommand = (
  invocation: Invocation,
  options: { readonly timeoutMs: number; readonly maxOutputBytes: number },
) => Promise<Result<{ readonly code: number | null; readonly stdout: Buffer; readonly stderr: string }>>

const maxStderrBytes = 64 * 1024
/** From TERM, after which git still takes its lock files away, to KILL. */
const terminateMs = 1000

export const runCommand: RunCommand = async (invocation, { timeoutMs, maxOutputBytes }) => {
  const spawned = await spawnChild(invocation, {})
  if (!spawned.ok) return spawned
  const child = spawned.value
  const stopping = createStop(child)
  const leave = enterLive(child, stopping.stop)
  const timer = setTimeout(() => stopping.stop('wallTimeMs'), timeoutMs)

  const stdout: Buffer[] = []
  let stdoutBytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    stdoutBytes += chunk.length
    if (stdoutBytes > maxOutputBytes) stopping.stop('outputBytes')
    else stdout.push(chunk)
  })
  const stderr: Buffer[] = []
  let stderrBytes = 0
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderrBytes < maxStderrBytes) stderr.push(chunk.subarray(0, maxStderrBytes - stderrBytes))
    stderrBytes += chunk.length
  })
  const closed = Promise.all([closeOf(child.stdout), closeOf(child.stderr)])
  child.stdin.end(invocation.input ?? '')

  const { code } = await child.exited
  closeWhenIdle([child.stdout, child.stderr], () => false)
  await closed
  clearTimeout(timer)
  stopping.dispose()
  leave()

  const limit = stopping.limit()
  if (limit === null)
    return ok({
      code,
      stdout: Buffer.concat(stdout, stdoutBytes),
      stderr: Buffer.concat(stderr).toString('utf8'),
    })
  const program = basename(invocation.executable)
  if (limit === 'shutdown')
    return failure('runtime.exited', `${program} was ended, since Glovebox quits.`, { limit })
  const ceiling = limit === 'wallTimeMs' ? timeoutMs : maxOutputBytes
  return failure(
    'policy.limit_reached',
    limit === 'wallTimeMs'
      ? `${program} took longer than ${Math.ceil(timeoutMs / 1000)} s and was ended.`
      : `${program} printed more than ${ceiling} bytes and was ended.`,
    { limit, ceiling },
  )
}

type CommandLimit = 'wallTimeMs' | 'outputBytes' | 'shutdown'

type Live = { readonly stop: (why: CommandLimit) => void; readonly ended: Promise<void> }
const live = new Map<number, Live>()
let hooked = false

/** Keeps a command among those that end with this process; what takes it out again. */
function enterLive({ pid }: Child, stop: Live['stop']): () => void {
  // A main process that leaves in a hurry takes its commands along.
  if (!hooked)
    process.on('exit', () => {
      for (const each of live.keys()) signalGroup(each, 'SIGKILL')
    })
  hooked = true
  let resolve = (): void => undefined
  const ended = new Promise<void>((done) => {
    resolve = done
  })
  live.set(pid, { stop, ended })
  return () => {
    live.delete(pid)
    resolve()
  }
}

/** Ends every command that is still running, as one that takes too long is ended; resolves when none is left. */
export async function endCommands(): Promise<void> {
  const all = [...live.values()]
  for (const { stop } of all) stop('shutdown')
  await Promise.all(all.map(({ ended }) => ended))
}

/** Ends the command's group by TERM, a second later by KILL, and keeps why. */
function createStop(child: Child) {
  let limit: CommandLimit | null = null
  let killTimer: NodeJS.Timeout | undefined
  return {
    stop: (reached: CommandLimit): void => {
      if (limit !== null) return
      limit = reached
      signalGroup(child.pid, 'SIGTERM')
      killTimer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), terminateMs)
    },
    limit: (): CommandLimit | null => limit,
    dispose: (): void => clearTimeout(killTimer),
  }
}

function closeOf(stream: Child['stdout']): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve)
    stream.on('error', () => undefined)
  })
}
