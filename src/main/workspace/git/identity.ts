import { stat } from 'node:fs/promises'
import { locateGitFolders } from './git-folders'

/**
 * Tells one repository from another at the same path: inode and birth time of its git folder. History is not asked:
 * a rebase or a new first commit leaves the repository what it was, while a fresh clone, a restored backup or a copy
 * is another one, which is the safe direction: its consent has to be given anew. The device number is left out, since
 * it may differ after a restart. A file system without birth times gives 0 there.
 */
export async function identityOf(gitFolder: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(gitFolder, { bigint: true })
  return `git-folder:${ino}:${birthtimeNs}`
}

/** The identity of the repository at `path` without a word from git; null when none is there. No project file is opened. */
export async function identityAt(path: string): Promise<string | null> {
  try {
    const folders = await locateGitFolders(path)
    return folders === null ? null : await identityOf(folders.gitFolder)
  } catch {
    return null
  }
}
