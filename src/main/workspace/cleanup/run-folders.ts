import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure, ok, type Result } from '../../../shared'
import { lstatOrNull } from '../git/git-folders'
import { isMarkerOf, markerName, maxMarkerBytes } from '../mirror/marker'
import { homeName } from '../mirror/run-folder'
import { type FolderIdentity, identifyFolder, type MadeFolder, type MadeFolders } from './made-folders'
import type { TreeRemoval } from './remove-tree'

export type RunFoldersDeps = {
  readonly runsFolder: string
  /** What was noted of the folders that were made. */
  readonly made: Pick<MadeFolders, 'find' | 'names' | 'forget' | 'tidy'>
  readonly removeTree: (input: TreeRemoval) => Promise<void>
}

const attempts = 3

/**
 * Removes run folders, and only those that Glovebox made (I10), directly below its own runs folder. Such a one is known
 * by what was noted when it was made, under whatever name it is now and whatever became of the marker in it; one that
 * nothing was noted of is known by its marker.
 */
export function createRunFolders({ runsFolder, made, removeTree }: RunFoldersDeps) {
  /** One that is gone already is fine. What is not ours is left as it is: workspace.mirror_failed. */
  const remove = async (name: string): Promise<Result<void>> => {
    const parent = await realpath(runsFolder).catch(() => null)
    if (parent === null) return ok(undefined)
    const folder = join(parent, name)
    if (basename(folder) !== name) return notOurs(folder)
    const noted = await made.find(name)
    if (noted !== null) return removeNoted(parent, noted)
    if ((await lstatOrNull(folder)) === null) return ok(undefined)
    if (!(await isMarked(folder))) return notOurs(folder)
    return removeOurs(folder, markerName)
  }

  const removeNoted = async (parent: string, { name, identity }: MadeFolder): Promise<Result<void>> => {
    const named = join(parent, name)
    const folder = identity === null ? await emptyFolder(named) : await findFolder(parent, name, identity)
    if (folder === null) {
      const isThere = (await lstatOrNull(named)) !== null
      await made.forget(name)
      if (isThere) return notOurs(named)
      return identity === null ? ok(undefined) : movedAway(named)
    }
    const removed = await removeOurs(folder, null)
    if (removed.ok) await made.forget(name)
    return removed
  }

  const removeOurs = async (folder: string, last: string | null): Promise<Result<void>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await removeTree({ folder, first: homeName, last })
        return ok(undefined)
      } catch (cause) {
        if (attempt < attempts) continue
        return failure(
          'workspace.mirror_failed',
          `The copy of an ended run could not be removed: ${folder}. Glovebox tries again at its next start.`,
          { folder },
          cause,
        )
      }
    }
  }

  /** At a start: removes every folder of ours but those of the runs in `keep`; how many. What is not ours stays, unmentioned. */
  const sweep = async (keep: readonly string[]): Promise<number> => {
    let removed = 0
    await made.tidy()
    for (const name of await made.names()) {
      if (keep.includes(name)) continue
      if ((await remove(name)).ok) removed += 1
    }
    const names = await readdir(runsFolder).catch((): string[] => [])
    for (const name of names) {
      if (keep.includes(name) || !(await isMarked(join(runsFolder, name)))) continue
      if ((await remove(name)).ok) removed += 1
    }
    return removed
  }

  return { remove, sweep }
}

/** Where the folder of this identity lies below `parent`: under its name, else under another. */
async function findFolder(parent: string, name: string, identity: FolderIdentity): Promise<string | null> {
  const others = await readdir(parent).catch((): string[] => [])
  for (const each of [name, ...others]) {
    const path = join(parent, each)
    const found = await identifyFolder(path)
    if (found?.device === identity.device && found.inode === identity.inode) return path
  }
  return null
}

/** One that was noted before it was made, and then was made, is empty. */
async function emptyFolder(path: string): Promise<string | null> {
  if ((await identifyFolder(path)) === null) return null
  const names = await readdir(path).catch(() => null)
  return names?.length === 0 ? path : null
}

/** Whether a folder is a real folder of ours with a marker of ours that names it. */
async function isMarked(folder: string): Promise<boolean> {
  const found = await lstatOrNull(folder).catch(() => null)
  if (found === null || !found.isDirectory()) return false
  if (process.geteuid !== undefined && found.uid !== process.geteuid()) return false
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const marker = await open(join(folder, markerName), flags).catch(() => null)
  if (marker === null) return false
  try {
    const { isFile, size } = await marker
      .stat()
      .then((stats) => ({ isFile: stats.isFile(), size: stats.size }))
    return isFile && size <= maxMarkerBytes && isMarkerOf(await marker.readFile('utf8'), basename(folder))
  } finally {
    await marker.close()
  }
}

function movedAway(folder: string): Result<never> {
  return failure(
    'workspace.mirror_failed',
    `The copy of an ended run was moved away while the run went on, and can’t be removed: ${folder}.`,
    { folder },
  )
}

function notOurs(folder: string): Result<never> {
  return failure('workspace.mirror_failed', `Not removed, since Glovebox did not make it: ${folder}`, {
    folder,
  })
}
