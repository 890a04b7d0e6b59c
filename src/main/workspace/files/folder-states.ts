import { lstatSync } from 'node:fs'
import type { OpenRefusal } from './open-inside'
import { refusalOf } from './open-inside'

/**
 * Tells of each folder on the way to a tracked path whether it is a real folder, or why what lies below can't be
 * reached. Each folder is looked at once; `root` itself is known to be one. Pass '' for it.
 */
export function createFolderStates(root: string): (folder: string) => OpenRefusal | null {
  const known = new Map<string, OpenRefusal | null>([['', null]])
  const look = (folder: string): OpenRefusal | null => {
    const state = known.get(folder)
    if (state !== undefined) return state
    const above = look(parentOf(folder))
    const own = above ?? lookAt(`${root}/${folder}`)
    known.set(folder, own)
    return own
  }
  return look
}

function lookAt(path: string): OpenRefusal | null {
  try {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) return 'behind_symlink'
    return stats.isDirectory() ? null : 'missing'
  } catch (error) {
    return refusalOf(error)
  }
}

/** The folder part of a path with slashes; '' at the top. */
export function parentOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end === -1 ? '' : path.slice(0, end)
}
