import { performance } from 'node:perf_hooks'
import { ok } from '../../shared'
import { createIdleWatch, longestTimerMs } from './idle-watch'
import { endWithUs, type Launch, type Launched, launchProcess } from './launch'
import { createOutputBudget } from './output-budget'
import { readLines, readText } from './output-reader'
import { defaultGrace, type Grace } from './process-tree'
import type { ProcessLimits, RunningProcess, StartProcess } from './running-process'
import { closeWhenIdle } from './stream-end'

export type ExecutorDeps = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  readonly grace: Grace
  /** As a process of this machine unless said otherwise. */
  readonly launch?: Launch
}

/** The bounded executor for agents: streams by line, ceilings, back-pressure, and an end that leaves nothing behind. */
export function createStartProcess({ now, grace, launch = launchProcess }: ExecutorDeps): StartProcess {
  return async (invocation, { runToken, ownFolder, limits, handlers }) => {
    const startedAt = now()
    const launched = await launch(invocation, { runToken, ownFolder })
    if (!launched.ok) return launched
    const child = launched.value
    const { tree } = child
    const leave = endWithUs(child)

    let ended = false
    let limitReached = false
    const reachLimit = (limit: keyof ProcessLimits, value: number): void => {
      if (limitReached) return
      limitReached = true
      handlers.onLimit(limit, limits[limit], value)
      void cancel()
    }
    const idle = createIdleWatch(limits.idleTimeMs, now, (silentMs) => reachLimit('idleTimeMs', silentMs))
    const budget = createOutputBudget(
      limits.outputBytes,
      (seen) => reachLimit('outputBytes', seen),
      idle.touch,
    )
    const readers = [
      readLines(child.stdout, budget, handlers.onLine),
      readText(child.stderr, budget, handlers.onStderr),
    ]
    const wallTimer = setTimeout(
      () => reachLimit('wallTimeMs', Math.round(now() - startedAt)),
      Math.min(limits.wallTimeMs, longestTimerMs),
    )

    const swept = child.exited.then(async () => {
      clearTimeout(wallTimer)
      idle.stop()
      ended = true
      leave()
      const durationMs = Math.round(now() - startedAt)
      const { count, sure } = await tree.sweep()
      return { durationMs, survivors: count, mayHaveLeft: !sure }
    })
    const exited = swept.then(async (end) => {
      const readersPaused = (): boolean => readers.some((reader) => reader.paused())
      closeWhenIdle([child.stdout, child.stderr], readersPaused)
      await Promise.all(readers.map(({ done }) => done))
      return { ...(await child.exited), ...end, outputBytes: budget.seen() }
    })

    let cancelling: Promise<void> | null = null
    const cancel = (): Promise<void> => {
      cancelling ??= (ended ? Promise.resolve() : tree.end(grace)).then(async () => {
        await swept
      })
      return cancelling
    }

    if (invocation.input !== null) child.stdin.write(invocation.input)
    return ok<RunningProcess>({
      pid: child.pid,
      writeLine: (line) => writeTo(child, `${line}\n`),
      endInput: () => {
        child.stdin.end()
      },
      cancel,
      pause: () => {
        idle.pause()
        for (const reader of readers) reader.pause()
      },
      resume: () => {
        idle.resume()
        for (const reader of readers) reader.resume()
      },
      exited,
    })
  }
}

function writeTo({ stdin }: Launched, text: string): void {
  if (stdin.writable) stdin.write(text)
}

export const startProcess: StartProcess = createStartProcess({
  now: () => performance.now(),
  grace: defaultGrace,
})
