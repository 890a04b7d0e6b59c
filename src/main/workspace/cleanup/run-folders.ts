import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure, ok, type Result } from '../../../shared'
import { lstatOrNull } from '../git/git-folders'
import { isMarkerOf, markerName, maxMarkerBytes } from '../mirror/marker'

export type RunFoldersDeps = {
  readonly runsFolder: string
  readonly removeTree: (input: { readonly folder: string; readonly last: string }) => Promise<void>
}

const attempts = 3

/** Removes run folders, and only those that Glovebox made and marked, directly below its own runs folder (I10). */
export function createRunFolders({ runsFolder, removeTree }: RunFoldersDeps) {
  /** One that is gone already is fine. What is not ours is left as it is: workspace.mirror_failed. */
  const remove = async (name: string): Promise<Result<void>> => {
    const parent = await realpath(runsFolder).catch(() => null)
    if (parent === null) return ok(undefined)
    const folder = join(parent, name)
    if (basename(folder) !== name) return notOurs(folder)
    if ((await lstatOrNull(folder)) === null) return ok(undefined)
    if (!(await isMarked(folder))) return notOurs(folder)
    return removeMarked(folder)
  }

  const removeMarked = async (folder: string): Promise<Result<void>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await removeTree({ folder, last: markerName })
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

  /** Removes every marked folder but those named in `keep`; how many. What is not marked stays, unmentioned. */
  const sweep = async (keep: readonly string[]): Promise<number> => {
    const names = await readdir(runsFolder).catch((): string[] => [])
    let removed = 0
    for (const name of names) {
      if (keep.includes(name) || !(await isMarked(join(runsFolder, name)))) continue
      if ((await remove(name)).ok) removed += 1
    }
    return removed
  }

  return { remove, sweep }
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

function notOurs(folder: string): Result<never> {
  return failure('workspace.mirror_failed', `Not removed, since Glovebox did not make it: ${folder}`, {
    folder,
  })
}
