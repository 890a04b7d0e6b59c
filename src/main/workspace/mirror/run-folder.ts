import { mkdir, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, ok, type Result } from '../../../shared'
import { type FolderIdentity, identifyFolder, type MadeFolders } from '../cleanup/made-folders'
import { lstatOrNull } from '../git/git-folders'
import { markerName, markerText } from './marker'

export type RunFolder = {
  readonly runFolder: string
  readonly mirrorFolder: string
  readonly controlFolder: string
  /** The agent program's own home for this run. */
  readonly homeFolder: string
}

export type RunFolderDeps = {
  readonly runsFolder: string
  readonly made: Pick<MadeFolders, 'note'>
  readonly now: () => number
}

/** Holds what a run signs in with. */
export const homeName = 'home'

/**
 * Makes `<runsFolder>/<runId>`, noted and marked as ours before anything else is in it (I10), with the folder the agent works
 * in, the control folder that it can't write once a sandbox holds it, and a home of the run's own. Paths are real; all is 0700.
 */
export async function createRunFolder(
  { runsFolder, made, now }: RunFolderDeps,
  runId: string,
): Promise<Result<RunFolder>> {
  try {
    // What is there under this name already is not ours to note.
    if ((await lstatOrNull(join(runsFolder, runId))) === null)
      await made.note({ name: runId, identity: null })
    const runFolder = await createMarkedFolder(runsFolder, runId, now, (identity) =>
      made.note({ name: runId, identity }),
    )
    const mirrorFolder = join(runFolder, 'mirror')
    const controlFolder = join(runFolder, 'control')
    await mkdir(mirrorFolder, { mode: 0o700 })
    const homeFolder = join(runFolder, homeName)
    await mkdir(controlFolder, { mode: 0o700 })
    await mkdir(homeFolder, { mode: 0o700 })
    return ok({ runFolder, mirrorFolder, controlFolder, homeFolder })
  } catch (cause) {
    return failure(
      'workspace.mirror_failed',
      'The folder for this run can’t be made. Check that Glovebox’s data folder may be written to and that its disk has space.',
      { folder: runsFolder },
      cause,
    )
  }
}

/** A new folder below `parent` with our marker in it. Throws when it is there already or can't be made. */
export async function createMarkedFolder(
  parent: string,
  name: string,
  now: () => number,
  onMade: (identity: FolderIdentity | null) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = join(await realpath(parent), name)
  await mkdir(folder, { mode: 0o700 })
  await onMade(await identifyFolder(folder))
  const marker = await open(join(folder, markerName), 'wx', 0o600)
  try {
    await marker.writeFile(markerText(name, now()))
    await marker.sync()
  } finally {
    await marker.close()
  }
  return folder
}
