import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import { type Alignment, alignmentSchema, failure, ok, type Result } from '../../shared'
import { alignSteps, cellsToCompare } from './align/align-steps'
import type { Step } from './align/step'

/** Up to this many pairs of frames (250 × 250) aligning takes a few milliseconds and is done in place. */
const maxCellsInPlace = 62_500

const alignedSchema = alignmentSchema.omit({ durationMs: true })

export type Aligner = (left: readonly Step[], right: readonly Step[]) => Promise<Result<Alignment>>

/** Aligns in place where that is quick, else in a worker thread made from the file at `workerPath`. */
export function createAligner(workerPath: string | URL, now: () => number): Aligner {
  return async (left, right) => {
    const startedAt = now()
    const aligned =
      cellsToCompare(left, right) <= maxCellsInPlace
        ? ok(alignSteps(left, right))
        : await alignInWorker(workerPath, left, right)
    if (!aligned.ok) return aligned
    return ok({
      ...aligned.value,
      pairs: [...aligned.value.pairs],
      durationMs: Math.max(0, now() - startedAt),
    })
  }
}

function alignInWorker(
  path: string | URL,
  left: readonly Step[],
  right: readonly Step[],
): Promise<Result<z.infer<typeof alignedSchema>>> {
  return new Promise((resolve) => {
    const worker = new Worker(path, { workerData: { left, right } })
    const stopped = (cause: unknown) =>
      resolve(
        failure('internal.bug', 'The two sessions could not be aligned. Compare them again.', {}, cause),
      )
    worker.once('message', (message: unknown) => {
      const parsed = alignedSchema.safeParse(message)
      if (parsed.success) resolve(ok(parsed.data))
      else stopped(parsed.error)
      void worker.terminate()
    })
    worker.once('error', stopped)
    worker.once('exit', (code) => stopped(`exit code ${code}`))
  })
}
