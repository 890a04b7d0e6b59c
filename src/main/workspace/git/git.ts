import { dirname, parse } from 'node:path'
import { failure, ok, type Result } from '../../../shared'
import { findGit } from './find-git'
import type { RunCommand } from './run-command'

export type GitOutput = { readonly code: number; readonly stdout: Buffer; readonly stderr: string }

/**
 * Runs one plumbing command of git, with `--git-dir` given each time: git then neither searches for a repository nor
 * asks who owns it (ownership.ts does). `codes`: exit codes that are answers (0 alone when left out).
 * Failures: workspace.git_missing, workspace.git_failed.
 */
export type Git = (
  gitFolder: string,
  args: readonly string[],
  options?: { readonly codes?: readonly number[] },
) => Promise<Result<GitOutput>>

export type GitDeps = {
  readonly run: RunCommand
  readonly environment: Readonly<Record<string, string | undefined>>
}

const timeoutMs = 60_000
const maxOutputBytes = 512 * 1024 * 1024

/**
 * Settings that could start a program or write, put out of force for the commands that do read a repository's own
 * configuration. None of the commands used here would act on them; they are off all the same.
 */
const safeSettings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.untrackedCache=keep',
  'core.pager=cat',
  'core.alternateRefsCommand=',
  'protocol.allow=never',
]

/** The one way in which Glovebox calls git. */
export function createGit({ run, environment }: GitDeps): Git {
  return async (gitFolder, args, { codes = [0] } = {}) => {
    const executable = await findGit(environment)
    if (executable === null)
      return failure('workspace.git_missing', 'git was not found. Install git, then try again.')
    const { root } = parse(executable)
    const ended = await run(
      {
        executable,
        args: [
          '--no-pager',
          '--no-optional-locks',
          ...safeSettings.flatMap((setting) => ['-c', setting]),
          `--git-dir=${gitFolder}`,
          // Beats core.worktree, which may name any folder. No command used here looks into the work tree.
          `--work-tree=${root}`,
          ...args,
        ],
        environment: gitEnvironment(executable, environment),
        folder: root,
        input: null,
      },
      { timeoutMs, maxOutputBytes },
    )
    if (!ended.ok) return gitFailed(args, ended.error.message)
    const { code, stdout, stderr } = ended.value
    if (code !== null && codes.includes(code)) return ok({ code, stdout, stderr })
    if (stderr.includes('xcode-select'))
      return failure(
        'workspace.git_missing',
        'git is not set up. Run xcode-select --install, then try again.',
      )
    return gitFailed(args, stderr)
  }
}

function gitFailed(args: readonly string[], cause: string) {
  const said = cause.trim().split('\n')[0] ?? ''
  return failure(
    'workspace.git_failed',
    said === ''
      ? 'git could not read this repository. Check it with git fsck, then try again.'
      : `git could not read this repository: ${said}`,
    { command: args[0] ?? '' },
    cause,
  )
}

/**
 * The whole environment of a git call: no variable of the user's, no configuration but the repository's own, no
 * prompt, no lock or index refresh, and no fetch of missing objects (partial clones) by any protocol.
 */
function gitEnvironment(
  executable: string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const systemRoot = environment['SystemRoot']
  return {
    PATH: dirname(executable),
    HOME: '/dev/null',
    XDG_CONFIG_HOME: '/dev/null',
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    ...(systemRoot === undefined ? {} : { SystemRoot: systemRoot }),
  }
}
