import { constants } from 'node:fs'
import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '../../../shared'
import { isCode } from '../files/error-code'
import type { Git } from './git'
import type { GitFolders } from './git-folders'
import type { GitSettings } from './git-settings'
import { indexListingArgs } from './index-listing'

/**
 * Lists the index with git, but of a copy of it in a git folder of ours: nothing that the repository configures is in
 * force there (filters, fsmonitor, promisor remotes, aliases, includes), its work tree is not looked at, its objects
 * are out of reach, and even the time stamps that git sets on a shared index as it reads one, and on objects as it
 * unfolds a sparse one, stay as they were. `scratch`: an empty folder of ours.
 */
export async function readIndex(
  git: Git,
  { gitFolder }: GitFolders,
  { objectFormat }: GitSettings,
  scratch: string,
): Promise<Result<Buffer>> {
  const copied = await copyIndex(gitFolder, scratch)
  if (!copied) return ok(Buffer.alloc(0))
  for (const folder of ['refs', 'objects', 'info']) await mkdir(join(scratch, folder))
  await writeFile(join(scratch, 'HEAD'), 'ref: refs/heads/none\n')
  await writeFile(join(scratch, 'config'), scratchConfig(objectFormat))
  const listed = await git(scratch, indexListingArgs, { codes: [0, 128] })
  if (!listed.ok) return listed
  if (listed.value.code === 0 && listed.value.stderr === '') return ok(listed.value.stdout)
  // Git complained: in a sparse index it wants to unfold the folders that are not checked out. Take them folded, as
  // git 2.36 and later can. All of these settings are needed for that; the patterns themselves are not asked.
  await writeFile(join(scratch, 'info', 'sparse-checkout'), '/*\n!/*/\n')
  await writeFile(join(scratch, 'config'), scratchConfig(objectFormat) + foldedConfig)
  const folded = await git(scratch, [...indexListingArgs, '--sparse'])
  return folded.ok ? ok(folded.value.stdout) : folded
}

const foldedConfig = `[core]
\tsparseCheckout = true
\tsparseCheckoutCone = true
[index]
\tsparse = true
[sparse]
\texpectFilesOutsideOfPatterns = true
`

function scratchConfig(objectFormat: GitSettings['objectFormat']): string {
  return objectFormat === 'sha1'
    ? '[core]\n\trepositoryformatversion = 0\n\tbare = false\n'
    : '[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tobjectformat = sha256\n'
}

/** False when there is no index, as right after `git init`. A split index lies in two files. */
async function copyIndex(gitFolder: string, scratch: string): Promise<boolean> {
  if (!(await copyFile(join(gitFolder, 'index'), join(scratch, 'index')))) return false
  for (const name of await readdir(gitFolder))
    if (name.startsWith('sharedindex.')) await copyFile(join(gitFolder, name), join(scratch, name))
  return true
}

/** Copies a regular file; false for anything else, which is never waited for. */
async function copyFile(from: string, to: string): Promise<boolean> {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
  const file = await open(from, flags).catch((error: unknown) => {
    if (isCode(error, 'ENOENT', 'ENXIO')) return null
    throw error
  })
  if (file === null) return false
  try {
    if (!(await file.stat()).isFile()) return false
    await writeFile(to, await file.readFile(), { flag: 'wx', mode: 0o600 })
    return true
  } finally {
    await file.close()
  }
}
