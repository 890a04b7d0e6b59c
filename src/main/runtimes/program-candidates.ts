import { join } from 'node:path'
import { findPrograms } from '../process'
import { expandFolders, type InstallPlaces, programFolders } from './install-folders'

/**
 * Where a program may be, best first: PATH, the folders of its own installer, those of package managers. An app started
 * from a dock or a menu has a poor PATH. Most of the paths lead nowhere.
 */
export async function listPrograms(
  places: InstallPlaces & {
    readonly names: readonly string[]
    readonly ownFolders?: readonly string[]
  },
): Promise<readonly string[]> {
  const { names, ownFolders = [], environment, home, platform } = places
  const onPath = await Promise.all(names.map((name) => findPrograms(name, environment)))
  const own = ownFolders.map((folder) => join(home, folder))
  const folders = await expandFolders([...own, ...programFolders(places)])
  const suffix = platform === 'win32' ? '.exe' : ''
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, `${name}${suffix}`)))
  return [...new Set([...onPath.flat(), ...installed])]
}
