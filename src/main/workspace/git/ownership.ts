import { join } from 'node:path'
import type { GitFolders } from './git-folders'
import { lstatOrNull, statOrNull } from './git-folders'

/**
 * Git's rule for safe repositories, kept by us because we name the git folder ourselves: the work tree, its `.git`
 * and the git folder must belong to the user that runs Glovebox. The first foreign one with its owner, or null.
 * Windows has no such owner ids; there nothing is foreign.
 */
export async function findForeignOwner(
  top: string,
  { gitFolder, commonFolder }: GitFolders,
  uid: number | null,
): Promise<{ readonly path: string; readonly owner: number } | null> {
  if (uid === null) return null
  const dotGit = join(top, '.git')
  for (const path of new Set([top, dotGit, gitFolder, commonFolder])) {
    const found = path === dotGit ? await lstatOrNull(path) : await statOrNull(path)
    if (found !== null && found.uid !== uid) return { path, owner: found.uid }
  }
  return null
}
