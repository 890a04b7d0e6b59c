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
  /** Gives the work an empty folder of ours, which is taken away with its end. */
  readonly withScratch: <T>(work: (scratch: string) => Promise<T>) => Promise<T>
}

/**
 * Takes the inventory: tracked files from git's index with what lstat says of them in the working tree. Opens no
 * project file (I1). In order of paths; the same repository gives the same inventory.
 */
export async function takeInventory(
  { git, pool, maxFileBytes, withScratch }: InventoryDeps,
  repository: Repository,
  limits: MirrorLimits,
): Promise<Result<Inventory>> {
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
    const listing = await withScratch((scratch) => readIndex(git, folders, settings.value, scratch))
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
