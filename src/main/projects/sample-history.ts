import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failure, ok, type Result } from '../../shared'
import type { RunCommand } from '../process'
import { hashSampleFiles, type SampleFile } from './sample-files'
import { type SampleMark, sampleMark } from './sample-state'

/** The commits, oldest first: which files each adds. The last takes what is left. Times and author are fixed, so the hashes are. */
const commits: readonly { readonly message: string; readonly date: string; readonly adds: RegExp }[] = [
  {
    message: 'Read, write and compare ranges',
    date: '2025-03-03T09:00:00Z',
    adds: /^(?:src\/|package|LICENSE)/,
  },
  { message: 'Test what ranges promise', date: '2025-03-04T10:30:00Z', adds: /^test\// },
  { message: 'Say what it does, and offer it on the command line', date: '2025-03-05T16:15:00Z', adds: /^/ },
]
const author = { name: 'Glovebox', email: 'sample@glovebox.example.org' }
const limits = { timeoutMs: 30_000, maxOutputBytes: 1024 * 1024 }

/** Makes a repository of a folder that holds the sample's files, by git alone: no setting of the user's is in force. */
export async function commitSample({
  git,
  folder,
  files,
  run,
}: {
  readonly git: string
  readonly folder: string
  readonly files: readonly SampleFile[]
  readonly run: RunCommand
}): Promise<Result<null>> {
  const call = async (
    args: readonly string[],
    date = '',
    input: string | null = null,
  ): Promise<Result<null>> => {
    const invocation = {
      executable: git,
      args: [...settings, ...args],
      environment: environment(git, date),
      folder,
      input,
    }
    const ended = await run(invocation, limits)
    if (!ended.ok) return failure('workspace.git_failed', ended.error.message, {}, ended.error.cause)
    if (ended.value.code === 0) return ok(null)
    return failure(
      'workspace.git_failed',
      'git could not lay out the sample repository.',
      {},
      ended.value.stderr,
    )
  }

  for (const args of [
    ['init', '--quiet', '--template='],
    ['symbolic-ref', 'HEAD', 'refs/heads/main'],
  ]) {
    const begun = await call(args)
    if (!begun.ok) return begun
  }
  let left = files
  for (const { message, date, adds } of commits) {
    const added = left.filter(({ path }) => adds.test(path))
    left = left.filter(({ path }) => !adds.test(path))
    const staged = await stage(call, added)
    if (!staged.ok) return staged
    const committed = await call(
      ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--message', message],
      date,
    )
    if (!committed.ok) return committed
  }
  const head = await readFile(join(folder, '.git', 'refs', 'heads', 'main'), 'utf8')
  const mark: SampleMark = { files: hashSampleFiles(files), head: head.trim() }
  await writeFile(join(folder, '.git', sampleMark), `${JSON.stringify(mark)}\n`)
  return ok(null)
}

type Call = (args: readonly string[], date?: string, input?: string | null) => Promise<Result<null>>

/** `--force`, since the sample tracks a file that its own .gitignore could name; modes by us, since not every disk has them. */
async function stage(call: Call, files: readonly SampleFile[]): Promise<Result<null>> {
  const paths = files.map(({ path }) => path)
  const added = await call(['add', '--force', '--', ...paths])
  const executable = files.filter((file) => file.executable).map(({ path }) => path)
  if (!added.ok || executable.length === 0) return added
  return call(['update-index', '--chmod=+x', '--', ...executable])
}

const settings = [
  'autocrlf=false',
  'safecrlf=false',
  'hooksPath=/dev/null',
  'fsmonitor=false',
  'precomposeUnicode=true',
].flatMap((setting) => ['-c', `core.${setting}`])

function environment(git: string, date: string): Readonly<Record<string, string>> {
  return {
    PATH: dirname(git),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    GIT_COMMITTER_DATE: date,
  }
}
