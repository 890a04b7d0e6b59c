import type { Calls } from './peer'
import { type StartedWorker, startWorker } from './start-worker'

/** How long a worker that nobody needs is kept: a mirror usually follows its inventory at once. */
const idleMs = 20_000

export type Call<Remote extends Calls> = StartedWorker<Remote>['call']

type Kept<Remote extends Calls> = {
  readonly worker: StartedWorker<Remote>
  /** What the worker may ask of whoever has it now. */
  handlers: Calls
  timer: NodeJS.Timeout | null
}

/**
 * Workers of one entry, lent out one job at a time. Starting one takes as long as copying some thousand files, so
 * that one which ended its job well is kept for a while.
 */
export function createWorkerPool<Remote extends Calls>(entry: URL) {
  const idle: Kept<Remote>[] = []

  const start = (): Kept<Remote> => {
    const kept: Kept<Remote> = {
      handlers: {},
      timer: null,
      worker: startWorker<Remote>(entry, (method) => kept.handlers[method]),
    }
    return kept
  }
  const keep = (kept: Kept<Remote>): void => {
    kept.handlers = {}
    kept.timer = setTimeout(() => {
      idle.splice(idle.indexOf(kept), 1)
      void kept.worker.stop()
    }, idleMs)
    kept.timer.unref()
    kept.worker.unref()
    idle.push(kept)
  }
  const take = (handlers: Calls): Kept<Remote> => {
    const kept = idle.pop() ?? start()
    if (kept.timer !== null) clearTimeout(kept.timer)
    // One may have died of something while it was idle.
    if (!kept.worker.isAlive()) return take(handlers)
    kept.worker.ref()
    kept.handlers = handlers
    return kept
  }

  /** Workers of a job that threw are not used again: nobody knows what they are at. */
  const lend = async <T>(taken: readonly Kept<Remote>[], job: Promise<T>): Promise<T> => {
    try {
      const result = await job
      for (const kept of taken) keep(kept)
      return result
    } catch (error) {
      await Promise.all(taken.map(({ worker }) => worker.stop()))
      throw error
    }
  }

  return {
    /** Sees to it that `count` workers are ready or getting ready. */
    warm: (count: number): void => {
      while (idle.length < count) keep(start())
    },
    /** Does a job with one worker, which may call `handlers`. */
    withOne: async <T>(handlers: Calls, job: (call: Call<Remote>) => Promise<T>): Promise<T> => {
      const kept = take(handlers)
      return lend([kept], job(kept.worker.call))
    },
    /** Does a job with several at a time. */
    withMany: async <T>(
      count: number,
      handlers: Calls,
      job: (calls: readonly Call<Remote>[]) => Promise<T>,
    ): Promise<T> => {
      const taken = Array.from({ length: count }, () => take(handlers))
      return lend(taken, job(taken.map(({ worker }) => worker.call)))
    },
    /** Ends the workers that are idle. */
    close: async (): Promise<void> => {
      await Promise.all(
        idle.splice(0).map(({ worker, timer }) => {
          if (timer !== null) clearTimeout(timer)
          return worker.stop()
        }),
      )
    },
  }
}

export type WorkerPool<Remote extends Calls> = ReturnType<typeof createWorkerPool<Remote>>
