import { failure, ok, type Result } from '../../shared'
import type { DiffAnswers, DiffRequest, WorkerAnswer, WorkerRequest } from './messages'

/** A running worker, and how one is made: answers and failures go to the two listeners. */
export type DiffWorker = {
  readonly post: (message: WorkerRequest) => void
  readonly end: () => void
}
export type StartDiffWorker = (
  onAnswer: (answer: WorkerAnswer) => void,
  onFailure: (message: string) => void,
) => DiffWorker

export type DiffClient = {
  /** Asks the worker. `null`: nobody waits any more (`signal`), so that it was never begun or is thrown away. */
  readonly ask: <T extends DiffRequest['type']>(
    request: Extract<DiffRequest, { type: T }>,
    signal: AbortSignal,
  ) => Promise<Result<DiffAnswers[T]> | null>
}

type Waiting = {
  readonly id: number
  readonly request: DiffRequest
  readonly signal: AbortSignal
  readonly settle: (result: Result<DiffAnswers[keyof DiffAnswers]> | null) => void
}

/**
 * Hands requests to one worker, one at a time: what nobody waits for any more when its turn comes is left out, so that
 * clicking through many files computes only those that are looked at. A worker that fails is made anew.
 */
export function createDiffClient(startWorker: StartDiffWorker): DiffClient {
  const queue: Waiting[] = []
  let current: Waiting | null = null
  let worker: DiffWorker | null = null
  let nextId = 1

  const start = (): DiffWorker => {
    return startWorker(
      (data) => {
        if (current?.id === data.id) finish(current.signal.aborted ? null : ok(data.answer))
      },
      (cause) => {
        worker?.end()
        worker = null
        const message = 'The difference could not be computed. Select the file again.'
        finish(failure('internal.bug', message, {}, cause))
      },
    )
  }
  const finish = (result: Parameters<Waiting['settle']>[0]) => {
    const done = current
    current = null
    done?.settle(result)
    next()
  }
  const next = () => {
    if (current !== null) return
    const waiting = queue.shift()
    if (waiting === undefined) return
    if (waiting.signal.aborted) {
      waiting.settle(null)
      return next()
    }
    current = waiting
    worker ??= start()
    worker.post({ id: waiting.id, request: waiting.request })
  }

  return {
    ask: (request, signal) =>
      new Promise((resolve) => {
        queue.push({
          id: nextId++,
          request,
          signal,
          // The worker answers each type of request with its own type of answer (messages.ts).
          settle: (result) => resolve(result as Result<never> | null),
        })
        next()
      }),
  }
}
