import { constants, type Stats } from 'node:fs'
import { lstat, open, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isCode } from '../files/error-code'

/** Where a work tree's git data lies. A linked worktree or a submodule has a `.git` file that points elsewhere. */
export type GitFolders = {
  /** Real path of HEAD's and the index's folder. */
  readonly gitFolder: string
  /** Real path of the folder with the configuration, references and objects: the same but for linked worktrees. */
  readonly commonFolder: string
}

const maxPointerBytes = 4096

/**
 * Finds the git data of the work tree whose top folder is `top`; null when `top` is not one. A pointer that leads
 * nowhere (a worktree whose repository was deleted) counts as none. Throws EACCES.
 */
export async function locateGitFolders(top: string): Promise<GitFolders | null> {
  const dotGit = join(top, '.git')
  const found = await statOrNull(dotGit)
  if (found === null) return null
  const pointed = found.isDirectory() ? dotGit : await readPointer(dotGit, /^gitdir: ([^\n]*)/)
  if (pointed === null) return null
  const gitFolder = await realpathOrNull(resolve(top, pointed))
  if (gitFolder === null) return null
  const common = await readPointer(join(gitFolder, 'commondir'), /^([^\n]+)/)
  const commonFolder = common === null ? gitFolder : await realpathOrNull(resolve(gitFolder, common))
  if (commonFolder === null || !(await holdsRepository(gitFolder, commonFolder))) return null
  return { gitFolder, commonFolder }
}

/** Whether a folder itself has the shape of a git folder: HEAD, objects and refs. */
export async function looksLikeGitFolder(folder: string): Promise<boolean> {
  return holdsRepository(folder, folder)
}

/** The top folder of the work tree that holds `folder`, `folder` itself not asked; null when there is none. */
export async function enclosingRepository(folder: string): Promise<string | null> {
  if (basename(folder) === '.git' && (await looksLikeGitFolder(folder))) return dirname(folder)
  for (let above = dirname(folder), below = folder; above !== below; ) {
    const folders = await locateGitFolders(above).catch(() => null)
    if (folders !== null) return above
    below = above
    above = dirname(above)
  }
  return null
}

async function holdsRepository(gitFolder: string, commonFolder: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all([
    lstatOrNull(join(gitFolder, 'HEAD')),
    statOrNull(join(commonFolder, 'objects')),
    statOrNull(join(commonFolder, 'refs')),
  ])
  const isHead = head !== null && (head.isFile() || head.isSymbolicLink())
  return isHead && objects?.isDirectory() === true && refs?.isDirectory() === true
}

/** First line of a small file of git's, by pattern. Opened so that a pipe in its place can't hang us. */
async function readPointer(path: string, pattern: RegExp): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'ENXIO')) return null
    throw error
  })
  if (file === null) return null
  try {
    if (!(await file.stat()).isFile()) return null
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxPointerBytes), 0, maxPointerBytes, 0)
    return pattern.exec(buffer.toString('utf8', 0, bytesRead))?.[1]?.trimEnd() ?? null
  } finally {
    await file.close()
  }
}

const absent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'] as const

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (isCode(error, ...absent)) return null
    throw error
  })
}

export const statOrNull = (path: string): Promise<Stats | null> => orNull(stat(path))
export const lstatOrNull = (path: string): Promise<Stats | null> => orNull(lstat(path))
const realpathOrNull = (path: string): Promise<string | null> => orNull(realpath(path))
