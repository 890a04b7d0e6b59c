import { createHash } from 'node:crypto'
import { identityFiles } from '../identity-files'
import type { Machine } from '../seccomp/system-calls'
import type { SystemView } from '../system-view'
import { encodeTar, type TarEntry } from './tar'
import { buildWatchdog } from './watchdog-program'

/** The first process of a container, by its path in the image. */
export const watchdogPath = '/glovebox-first'

/** Home of the account inside; the run's own home is seen here as well. */
export const homeInside = '/home/agent'

export type RootImage = { readonly name: string; readonly tar: Buffer }

/**
 * An image of a few KB: a root with the folders and links that a system has, and who is who. The machine's own programs
 * are mounted over it, so no registry is needed and what runs inside is what the user has. Named by its content.
 */
export function rootImage(
  view: SystemView,
  user: { readonly uid: number; readonly gid: number },
  machine: Machine,
): RootImage {
  const folder = (path: string, mode = 0o755): TarEntry => ({ type: 'folder', path, mode })
  const files = identityFiles({ user, homeFolder: homeInside })
  const entries: readonly TarEntry[] = [
    ...['dev', 'etc', 'home', `home/agent`, 'proc', 'run', 'sys', 'usr', 'var'].map((path) => folder(path)),
    // The engine gives the mount over it the rights of the folder.
    folder('tmp', 0o1777),
    { type: 'file', path: watchdogPath.slice(1), mode: 0o755, content: buildWatchdog(machine) },
    { type: 'link', path: 'var/tmp', mode: 0o777, target: '../tmp' },
    ...view.folders
      .filter((path) => path.split('/').length === 2 && path !== '/usr')
      .map((path) => folder(path.slice(1))),
    ...view.links.map(
      ({ path, target }): TarEntry => ({ type: 'link', path: path.slice(1), mode: 0o777, target }),
    ),
    ...Object.entries(files).map(
      ([path, text]): TarEntry => ({
        type: 'file',
        path: path.slice(1),
        mode: 0o644,
        content: Buffer.from(text),
      }),
    ),
  ]
  const tar = encodeTar(entries)
  return { name: `glovebox-root:${createHash('sha256').update(tar).digest('hex').slice(0, 24)}`, tar }
}
