import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, normalize } from 'node:path'
import { type Failure, failure, ok, type Result } from '../../shared'
import { isWithin, type Mount } from './box'
import type { SystemView } from './system-view'

/** Folders no mount may show, hide or contain: the real repository (I2), the user's home as a whole. */
export type Forbidden = {
  /** Neither these, nor anything in them, nor anything that contains them. */
  readonly sealed: readonly string[]
  /** Neither these nor anything that contains them; what lies in them is another matter. */
  readonly whole: readonly string[]
}

/** Mounts over these, or over what holds them, would replace what the box itself puts there. */
const ownTargets: readonly string[] = [
  '/proc',
  '/dev',
  '/sys',
  '/etc',
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
]

/**
 * Checks one mount before it is made. The source must be there and be its own real path: a link would show its target,
 * whatever the name promises. `forbidden`: by real paths. Failures: `sandbox.bad_mount` with the path and the reason.
 */
async function checkMount(mount: Mount, forbidden: Forbidden): Promise<Result<Mount>> {
  const { source, target } = mount
  for (const path of [source, target])
    if (!isAbsolute(path) || normalize(path) !== path || path === '/' || path.endsWith('/'))
      return refused(mount, 'is not a plain absolute path')
  const [real, found] = await Promise.all([
    realpath(source).catch(() => null),
    lstat(source).catch(() => null),
  ])
  if (real === null) return refused(mount, 'is not there')
  if (real !== source) return refused(mount, `is a link, or lies behind one: it leads to ${real}`)
  if (found === null || !(found.isFile() || found.isDirectory()))
    return refused(mount, 'is neither a file nor a folder')
  if (ownTargets.some((own) => isWithin(target, own) || isWithin(own, target)))
    return refused(mount, 'would replace a part of the system')
  for (const path of forbidden.sealed)
    if (isWithin(source, path) || isWithin(path, source)) return refused(mount, `would show ${path}`)
  for (const path of forbidden.whole)
    if (isWithin(path, source)) return refused(mount, `would show the whole of ${path}`)
  return ok(mount)
}

/** What is sealed must not lie in what every box shows of the system: a repository below /usr/local would be seen there. */
export async function checkSystem(folders: readonly string[], forbidden: Forbidden): Promise<Result<null>> {
  for (const path of await realPaths(forbidden.sealed)) {
    const within = folders.find((folder) => isWithin(path, folder))
    if (within !== undefined)
      return failure(
        'sandbox.bad_mount',
        `Not started: ${path} lies in ${within}, which every sandbox shows. Move it to another place, such as your home folder.`,
        { path, within },
      )
  }
  return ok(null)
}

/** Every mount, checked; the first that is refused is the failure. */
export async function checkMounts(
  mounts: readonly Mount[],
  forbidden: Forbidden,
): Promise<Result<readonly Mount[]>> {
  const [sealed, whole] = await Promise.all([realPaths(forbidden.sealed), realPaths(forbidden.whole)])
  const checked = await Promise.all(mounts.map((mount) => checkMount(mount, { sealed, whole })))
  return checked.find((each) => !each.ok) ?? ok(mounts)
}

/** Whether a path is seen inside already, read-only, as part of the system. */
export function isInSystem(path: string, system: SystemView): boolean {
  const roots = [...system.folders, ...system.links.map((link) => link.path)]
  return roots.some((root) => isWithin(path, root))
}

function realPaths(paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(paths.map((path) => realpath(path).catch(() => path)))
}

function refused({ source, access }: Mount, why: string): Failure {
  return failure('sandbox.bad_mount', `Not started: ${source} can’t be given to the sandbox, it ${why}.`, {
    source,
    access,
  })
}
