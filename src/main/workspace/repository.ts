import { realpath } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { type Failure, failure, ok, type Result } from '../../shared'
import { isCode } from './files/error-code'
import type { Git } from './git/git'
import {
  enclosingRepository,
  type GitFolders,
  locateGitFolders,
  looksLikeGitFolder,
  lstatOrNull,
} from './git/git-folders'
import { readGitSettings } from './git/git-settings'
import { identityOf } from './git/identity'
import { findForeignOwner } from './git/ownership'
import type { Repository } from './types'

export type InspectDeps = {
  readonly git: Git
  /** Our own user id; null where there are none (Windows). */
  readonly uid: number | null
}

/**
 * Answers what the folder at `path` is. Linked worktrees and submodules' work trees are repositories of their own. No
 * project file is opened (I1). Every refusal has its code and says what to do instead; `details` carry `path` and,
 * where there is a better folder to add, `root` or `target`.
 */
export async function inspectRepository(deps: InspectDeps, path: string): Promise<Result<Repository>> {
  try {
    const top = await checkFolder(resolve(path))
    if (!top.ok) return top
    const folders = await locateGitFolders(top.value)
    if (folders === null) return await refuseFolder(top.value)
    return await inspectWorkTree(deps, top.value, folders)
  } catch (cause) {
    if (isCode(cause, 'EACCES', 'EPERM'))
      return failure(
        'workspace.unreadable',
        'This folder can’t be read by your account. Change its permissions, then add it again.',
        { path },
        cause,
      )
    return failure(
      'workspace.not_found',
      'This folder can’t be reached. Check the disk it lies on.',
      { path },
      cause,
    )
  }
}

/** The real path of a folder that is no link itself. Links further up are followed: the user sees the same folder. */
async function checkFolder(path: string): Promise<Result<string>> {
  const found = await lstatOrNull(path)
  if (found === null)
    return failure(
      'workspace.not_found',
      'There is nothing at this path any more. Check that it was not moved.',
      {
        path,
      },
    )
  if (found.isSymbolicLink()) {
    const target = await realpath(path).catch(() => null)
    return failure(
      'workspace.symlink',
      target === null
        ? 'This is a link that leads nowhere. Add the repository’s own folder.'
        : `This is a link. Add the folder it leads to: ${target}`,
      { path, target },
    )
  }
  const real = await realpath(path)
  if (found.isDirectory()) return ok(real)
  const parent = dirname(real)
  const root = (await locateGitFolders(parent)) === null ? await enclosingRepository(parent) : parent
  return failure(
    'workspace.not_a_folder',
    root === null
      ? 'This is a file. Add the folder of a git repository.'
      : `This is a file. Add the repository it lies in: ${root}`,
    { path, root },
  )
}

/** Why a folder without a `.git` of its own is refused. */
async function refuseFolder(path: string): Promise<Failure> {
  const root = await enclosingRepository(path)
  if (root !== null)
    return failure(
      'workspace.inside_repository',
      `This folder lies inside a repository. Add its top folder: ${root}`,
      { path, root },
    )
  if (await looksLikeGitFolder(path)) return bare(path)
  return failure(
    'workspace.not_a_repository',
    'This folder is not a git repository. Run git init there and commit once, or add another folder.',
    { path },
  )
}

async function inspectWorkTree(
  { git, uid }: InspectDeps,
  path: string,
  folders: GitFolders,
): Promise<Result<Repository>> {
  const foreign = await findForeignOwner(path, folders, uid)
  if (foreign !== null)
    return failure(
      'workspace.foreign_owner',
      `${foreign.path} belongs to another user, so its settings can’t be trusted. Clone the repository to a folder of yours and add that, or change its owner.`,
      { path, foreign: foreign.path, owner: foreign.owner },
    )
  const settings = await readGitSettings(git, folders)
  if (!settings.ok) return settings
  if (settings.value.bare) return bare(path)
  const elsewhere = await otherWorkTree(path, folders, settings.value.workTree)
  if (elsewhere !== null)
    return failure(
      'workspace.not_a_repository',
      `This repository’s settings put its files into another folder (core.worktree = ${elsewhere}). Add a clone whose files lie beside its .git folder.`,
      { path, workTree: elsewhere },
    )
  const head = await readHead(git, folders)
  if (!head.ok) return head
  if (head.value === null)
    return failure(
      'workspace.no_commits',
      'This repository has no commits yet. Commit once, then add it again.',
      { path },
    )
  const { commit, branch } = head.value
  const short = commit.slice(0, 7)
  return ok({
    name: basename(path),
    path,
    identity: await identityOf(folders.gitFolder),
    head: branch === null ? `detached at ${short}` : `${branch} at ${short}`,
    commit,
  })
}

function bare(path: string): Failure {
  return failure(
    'workspace.bare_repository',
    'This is a bare repository: it has no files to work on. Clone it, or add one of its worktrees.',
    { path },
  )
}

/** core.worktree where it names another folder than the dropped one (a submodule's names its own). */
async function otherWorkTree(
  path: string,
  { gitFolder }: GitFolders,
  workTree: string | null,
): Promise<string | null> {
  if (workTree === null) return null
  const real = await realpath(resolve(gitFolder, workTree)).catch(() => null)
  return real === path ? null : workTree
}

async function readHead(
  git: Git,
  { gitFolder }: GitFolders,
): Promise<Result<{ readonly commit: string; readonly branch: string | null } | null>> {
  const [commit, branch] = await Promise.all([
    git(gitFolder, ['rev-parse', '--quiet', '--verify', 'HEAD'], { codes: [0, 1] }),
    git(gitFolder, ['symbolic-ref', '--quiet', '--short', 'HEAD'], { codes: [0, 1] }),
  ])
  if (!commit.ok) return commit
  if (!branch.ok) return branch
  if (commit.value.code !== 0) return ok(null)
  const text = (output: Buffer): string => output.toString('utf8').trimEnd()
  return ok({
    commit: text(commit.value.stdout),
    branch: branch.value.code === 0 ? text(branch.value.stdout) : null,
  })
}
