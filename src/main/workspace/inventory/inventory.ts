import { rm } from 'node:fs/promises'
import { type Exclusion, failure, type Inventory, type InventoryFile, ok, type Result } from '../../../shared'
import type { Git } from '../git/git'
import { locateGitFolders } from '../git/git-folders'
import { readGitSettings } from '../git/git-settings'
import { readIndex } from '../git/read-index'
import { mirrorWorkers } from '../mirror/copy-mirror'
import type { MirrorHostCalls, MirrorWorkerCalls } from '../mirror-worker'
import type { Repository } from '../types'
import type { WorkerPool } from '../workers/worker-pool'
import type { MirrorLimits } from './examine'

export type InventoryDeps = {
  readonly git: Git
  readonly pool: WorkerPool<MirrorWorkerCalls>
  readonly maxFileBytes: number
  /** Makes an empty, marked folder of ours, for git to work in. */
  readonly makeScratch: () => Promise<string>
}

/**
 * Takes the inventory: tracked files from git's index with what lstat says of them in the working tree. Opens no
 * project file (I1). In order of paths; the same repository gives the same inventory.
 */
export async function takeInventory(
  { git, pool, maxFileBytes, makeScratch }: InventoryDeps,
  repository: Repository,
  limits: MirrorLimits,
): Promise<Result<Inventory>> {
  let scratch: string | null = null
  try {
    const folders = await locateGitFolders(repository.path)
    if (folders === null)
      return failure(
        'workspace.not_a_repository',
        'There is no git repository at this path any more. Add it again.',
        { path: repository.path },
      )
    const settings = await readGitSettings(git, folders)
    if (!settings.ok) return settings
    // What follows an inventory is most often a mirror.
    pool.warm(mirrorWorkers)
    scratch = await makeScratch()
    const listing = await readIndex(git, folders, settings.value, scratch)
    if (!listing.ok) return listing
    const options = { fileMode: settings.value.fileMode, maxFileBytes, limits }
    return await examineInWorker(pool, { root: repository.path, listing: listing.value, options })
  } catch (cause) {
    return failure(
      'workspace.unreadable',
      'The repository’s list of tracked files can’t be read. Check its permissions and that the disk has space, then try again.',
      { path: repository.path },
      cause,
    )
  } finally {
    if (scratch !== null) await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function examineInWorker(
  pool: WorkerPool<MirrorWorkerCalls>,
  input: Parameters<MirrorWorkerCalls['examine']>[0],
): Promise<Result<Inventory>> {
  const files: InventoryFile[] = []
  const excluded: Exclusion[] = []
  const handlers = {
    examined: (slice) => {
      files.push(...slice.files)
      excluded.push(...slice.excluded)
    },
  } satisfies Pick<MirrorHostCalls, 'examined'>
  const examined = await pool.withOne(handlers, (call) => call('examine', input))
  return examined.ok ? ok({ files, excluded, bytes: examined.value.bytes }) : examined
}
