import type { InventoryFile } from '../../../shared'
import type { MirrorHostCalls, MirrorWorkerCalls } from '../mirror-worker'
import type { MirrorRequest } from '../types'
import type { Call, WorkerPool } from '../workers/worker-pool'
import { chunksOf } from './chunks'
import { fromCopiedColumns, splitHashes, toFileColumns } from './columns'
import type { CopiedFiles } from './copy-files'
import { createProgress } from './progress'

export type CopyMirrorDeps = {
  readonly pool: WorkerPool<MirrorWorkerCalls>
  readonly source: string
  readonly target: string
  readonly packsFolder: string
  readonly maxFileBytes: number
  readonly now: () => number
}

export type CopiedMirror = CopiedFiles

export const mirrorWorkers = 2
/** Pieces of work each worker is given at a time: one that it copies while the main thread answers for the other. */
const lanes = 2

/** Copies with two workers; null when cancelled. Throws what went wrong in a worker. */
export async function copyMirror(deps: CopyMirrorDeps, request: MirrorRequest): Promise<CopiedMirror | null> {
  const { pool, source, target, packsFolder, maxFileBytes } = deps
  const handlers = { wanted: createWanted(request.known) } satisfies Pick<MirrorHostCalls, 'wanted'>
  return pool.withMany(mirrorWorkers, handlers, async (calls) => {
    try {
      await Promise.all(
        calls.map((call) => call('beginMirror', { source, target, packsFolder, maxFileBytes })),
      )
      const copied = await copyAll(calls, deps, request)
      const isCancelled = request.signal?.aborted === true
      await Promise.all(calls.map((call) => call(isCancelled ? 'discardMirror' : 'finishMirror', null)))
      return isCancelled ? null : copied
    } catch (error) {
      await Promise.allSettled(calls.map((call) => call('discardMirror', null)))
      throw error
    }
  })
}

async function copyAll(
  calls: readonly Call<MirrorWorkerCalls>[],
  { now }: CopyMirrorDeps,
  { inventory, signal, onProgress }: MirrorRequest,
): Promise<CopiedMirror> {
  const results: CopiedFiles[] = []
  const progress = createProgress(inventory.files.length, now, onProgress)
  let broken = false
  const lane = async (
    call: Call<MirrorWorkerCalls>,
    chunks: Iterator<readonly InventoryFile[]>,
  ): Promise<void> => {
    for (let next = chunks.next(); next.done !== true; next = chunks.next()) {
      if (broken || signal?.aborted === true) return
      const columns = await call('copyFiles', toFileColumns(next.value)).catch((error: unknown) => {
        broken = true
        throw error
      })
      const copied = fromCopiedColumns(next.value, columns)
      results.push(copied)
      progress.add(copied.entries)
    }
  }
  // Links last: while files are written no link is there that a path could lead through.
  for (const isLink of [false, true]) {
    const chunks = chunksOf(inventory.files.filter(({ mode }) => (mode === 'symlink') === isLink))
    await Promise.all(calls.flatMap((call) => Array.from({ length: lanes }, () => lane(call, chunks))))
  }
  progress.end()
  return {
    entries: results.flatMap(({ entries }) => entries),
    excluded: results.flatMap(({ excluded }) => excluded),
    content: results.flatMap(({ content }) => content),
    notes: results.flatMap(({ notes }) => notes),
  }
}

/** Each hash is given out once: not when the store has it, not when a worker has taken it on already. */
function createWanted(known: ReadonlySet<string>): MirrorHostCalls['wanted'] {
  const taken = new Set<string>()
  return (joined) =>
    Uint8Array.from(splitHashes(joined), (hash) => {
      if (known.has(hash) || taken.has(hash)) return 0
      taken.add(hash)
      return 1
    })
}
