import { relative, sep } from 'node:path'
import { failure, ok, type Result } from '../../../shared'
import type { MirrorWorkerCalls } from '../mirror-worker'
import { sortEntries } from '../tree'
import type { Mirror, MirrorRequest } from '../types'
import type { WorkerPool } from '../workers/worker-pool'
import { type CopiedMirror, copyMirror } from './copy-mirror'
import { createRunFolder, type RunFolderDeps } from './run-folder'

export type CreateMirrorDeps = RunFolderDeps & {
  readonly pool: WorkerPool<MirrorWorkerCalls>
  readonly packsFolder: string
  readonly maxFileBytes: number
}

/**
 * Makes a run's folder and copies the inventory's files into it as they are in the working tree now, uncommitted
 * edits included. In the same pass new content goes into packs, so that the session's start can still be shown after
 * the repository has moved on. On failure or cancellation (`details.cancelled`) nothing is packed; what lies in the run
 * folder is the caller's to remove. Fails with workspace.mirror_failed.
 */
export async function createMirror(deps: CreateMirrorDeps, request: MirrorRequest): Promise<Result<Mirror>> {
  if (request.signal?.aborted === true) return cancelled()
  const folder = await createRunFolder(deps, request.runId)
  if (!folder.ok) return folder
  const { mirrorFolder } = folder.value
  if (isInside(request.repository.path, mirrorFolder))
    return failure(
      'workspace.mirror_failed',
      'Glovebox keeps its data inside this repository, so a copy there would not be separate from it. Start Glovebox with another data folder.',
      { path: request.repository.path },
    )
  try {
    const copied = await copyMirror(
      { ...deps, source: request.repository.path, target: mirrorFolder },
      request,
    )
    return copied === null ? cancelled() : ok(finish(request, copied, folder.value))
  } catch (cause) {
    return mirrorFailure(cause)
  }
}

function finish(
  { inventory, runId }: MirrorRequest,
  { entries, excluded, content, notes }: CopiedMirror,
  folder: Pick<Mirror, 'runFolder' | 'mirrorFolder' | 'controlFolder' | 'homeFolder'>,
): Mirror {
  const sorted = sortEntries(entries)
  const bytes = sorted.reduce((sum, { size }) => sum + size, 0)
  return {
    ...folder,
    runId,
    entries: sorted,
    bytes,
    inventory: {
      files: sorted.map(({ path, size, mode }) => ({ path, size, mode })),
      excluded: [...sortEntries([...inventory.excluded, ...excluded])],
      bytes,
    },
    content,
    notes: sortEntries(notes),
    // The file system's clock, not an injected one: the first snapshot holds it against change times.
    finishedAt: Date.now(),
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !/^[A-Za-z]:/.test(way))
}

function cancelled(): Result<never> {
  return failure('workspace.mirror_failed', 'Copying the repository was cancelled.', { cancelled: true })
}

function mirrorFailure(cause: unknown): Result<never> {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return failure(
    'workspace.mirror_failed',
    isFull
      ? 'The disk is full, so the repository could not be copied. Free some space, then run again.'
      : 'The repository could not be copied into Glovebox’s data folder. Check that it may be written to, then run again.',
    { code },
    cause,
  )
}
