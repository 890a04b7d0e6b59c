import { failure, ok, type Result, type TreeEntry } from '../../../shared'
import type { ContentEntry } from '../../store/content'
import { toEntryColumns } from '../mirror/columns'
import type { SnapshotHostCalls, SnapshotWorkerCalls } from '../snapshot-worker'
import { applyChanges } from '../tree'
import type { Mirror, Snapshot, SnapshotLimits, Snapshotter } from '../types'
import type { Calls } from '../workers/peer'
import { startWorker } from '../workers/start-worker'

export type SnapshotterDeps = {
  readonly worker: URL
  readonly packsFolder: string
  readonly maxFileBytes: number
  /** Where the store knows a piece of content to lie. */
  readonly locateContent: (hash: string) => ContentEntry | null
}

const sliceEntries = 2000

/**
 * Starts a worker that takes this run's snapshots. A file changed at any time after the mirror was made is found by
 * the first snapshot, whether or not the worker had begun its work by then.
 */
export function createSnapshotter(
  deps: SnapshotterDeps,
  mirror: Mirror,
  limits: SnapshotLimits,
): Snapshotter {
  const ownContent = new Map(mirror.content.map((entry) => [entry.hash, entry]))
  const handlers: Calls = {
    locate: (hashes) => hashes.map((hash) => deps.locateContent(hash) ?? ownContent.get(hash) ?? null),
  } satisfies SnapshotHostCalls
  const worker = startWorker<SnapshotWorkerCalls>(deps.worker, (method) => handlers[method])
  let entries: readonly TreeEntry[] = mirror.entries

  const begin = async (): Promise<void> => {
    await worker.call('begin', {
      root: mirror.mirrorFolder,
      packsFolder: deps.packsFolder,
      maxFileBytes: deps.maxFileBytes,
      limits,
      startedAt: mirror.finishedAt,
    })
    for (let from = 0; from < mirror.entries.length; from += sliceEntries)
      await worker.call('addStart', toEntryColumns(mirror.entries.slice(from, from + sliceEntries)))
  }

  const takeSnapshot = async (): Promise<Snapshot> => {
    const taken = await worker.call('snapshot', null)
    entries = applyChanges(entries, taken.changes)
    return { ...taken, entries }
  }

  /** Work is done one piece after the other; a piece that failed does not keep the next from being tried. */
  let last: Promise<unknown> = begin()
  last.catch(() => undefined)
  const inOrder = async <T>(work: () => Promise<T>): Promise<Result<T>> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    try {
      return ok(await done)
    } catch (cause) {
      return snapshotFailure(cause)
    }
  }

  return {
    snapshot: () => inOrder(takeSnapshot),
    changeSet: () => inOrder(() => worker.call('changeSet', null)),
    dispose: async () => {
      await inOrder(() => worker.call('finish', null))
      await worker.stop()
    },
  }
}

function snapshotFailure(cause: unknown): Result<never> {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return failure(
    'workspace.snapshot_failed',
    isFull
      ? 'The disk is full, so what the agent changed could not be recorded. Free some space, then run again.'
      : 'What the agent changed could not be recorded. The run was stopped; try it again.',
    { code },
    cause,
  )
}
