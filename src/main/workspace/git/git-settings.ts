import { join } from 'node:path'
import { ok, type Result } from '../../../shared'
import type { Git } from './git'
import type { GitFolders } from './git-folders'
import { statOrNull } from './git-folders'

/** The few settings of a repository that decide how its files are seen. */
export type GitSettings = {
  readonly bare: boolean
  readonly workTree: string | null
  /** Whether the working tree's executable bits count; else the index's do. */
  readonly fileMode: boolean
  readonly objectFormat: 'sha1' | 'sha256'
}

/**
 * Reads them from the repository's own files by name: `--file` without includes, so that no other file is opened, and
 * with a git folder that does not exist, so that git takes nothing else into account.
 */
export async function readGitSettings(git: Git, folders: GitFolders): Promise<Result<GitSettings>> {
  const shared = await readSettings(git, join(folders.commonFolder, 'config'))
  if (!shared.ok) return shared
  const own = isTrue(shared.value.get('extensions.worktreeconfig'))
    ? await readSettings(git, join(folders.gitFolder, 'config.worktree'))
    : ok(new Map<string, string>())
  if (!own.ok) return own
  const settings = new Map([...shared.value, ...own.value])
  // Like git: what the shared file says of bareness and place is meant for the main work tree.
  const placing = folders.gitFolder === folders.commonFolder ? settings : own.value
  return ok({
    bare: isTrue(placing.get('core.bare')),
    workTree: placing.get('core.worktree') ?? null,
    fileMode: process.platform !== 'win32' && !isFalse(settings.get('core.filemode')),
    objectFormat: settings.get('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1',
  })
}

async function readSettings(git: Git, path: string): Promise<Result<ReadonlyMap<string, string>>> {
  if ((await statOrNull(path))?.isFile() !== true) return ok(new Map())
  const listed = await git('/dev/null', ['config', '--file', path, '--no-includes', '--null', '--list'])
  return listed.ok ? ok(parseSettings(listed.value.stdout.toString('utf8'))) : listed
}

/** `--null` prints key, newline, value, NUL; a key alone stands for true. The last value of a key counts. */
export function parseSettings(output: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  for (const record of output.split('\0')) {
    if (record === '') continue
    const end = record.indexOf('\n')
    if (end === -1) settings.set(record, 'true')
    else settings.set(record.slice(0, end), record.slice(end + 1))
  }
  return settings
}

const isTrue = (value: string | undefined): boolean =>
  value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value)
const isFalse = (value: string | undefined): boolean =>
  value !== undefined && /^(false|no|off|0|)$/i.test(value)
