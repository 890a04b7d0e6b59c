import { randomBytes } from 'node:crypto'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { failure, ok, type Result } from '../../shared'
import { findPrograms, type RunCommand } from '../process'
import { readSampleFiles, type SampleFile, writeSampleFiles } from './sample-files'
import { commitSample } from './sample-history'
import { inspectSample } from './sample-state'

export type SampleRepositoryDeps = {
  /** Our own files of the sample, as they come with the app. */
  readonly source: string
  /** Where the repository is to be. Its parent folder is made if need be. */
  readonly target: string
  readonly run: RunCommand
  /** Only PATH is used, to find git. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Lays the sample project out as a git repository with a fixed history, and gives its real path. One that is there
 * already is kept, with whatever the user did in it; only an untouched one of an earlier version is replaced (I10).
 * Failures: workspace.git_missing, workspace.git_failed, workspace.unreadable.
 */
export async function materializeSampleRepository(deps: SampleRepositoryDeps): Promise<Result<string>> {
  try {
    return await materialize(deps)
  } catch (cause) {
    const message = `The sample repository could not be laid out at ${deps.target}. Check that there is room and that the folder may be written.`
    return failure('workspace.unreadable', message, { path: deps.target }, cause)
  }
}

async function materialize({
  source,
  target,
  run,
  environment,
}: SampleRepositoryDeps): Promise<Result<string>> {
  const files = await readSampleFiles(source)
  const state = await inspectSample(target, files)
  if (state === 'current' || state === 'edited') return ok(await realpath(target))
  if (state === 'foreign')
    return failure(
      'workspace.unreadable',
      `${target} is there already and is not the sample repository. Move it away, then try again.`,
      { path: target },
    )
  const [git] = await findPrograms('git', environment)
  if (git === undefined)
    return failure('workspace.git_missing', 'git was not found. Install git, then try again.')
  const made = await build({ git, files, target, run })
  if (!made.ok) return made
  if (state === 'outdated') await rm(target, { recursive: true })
  await rename(made.value, target)
  return ok(await realpath(target))
}

/** Builds beside the target, so that a half-made repository never lies there. */
async function build({
  git,
  files,
  target,
  run,
}: {
  readonly git: string
  readonly files: readonly SampleFile[]
  readonly target: string
  readonly run: RunCommand
}): Promise<Result<string>> {
  await mkdir(dirname(target), { recursive: true })
  const folder = join(dirname(target), `.${basename(target)}-${randomBytes(6).toString('hex')}`)
  await mkdir(folder)
  await writeSampleFiles(folder, files)
  const committed = await commitSample({ git, folder, files, run })
  if (committed.ok) return ok(folder)
  await rm(folder, { recursive: true })
  return committed
}
