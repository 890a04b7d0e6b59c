import { closeSync, constants, openSync, readlinkSync } from 'node:fs'
import { parentOf } from './folder-states'
import { type OpenRefusal, openInside, readFlags, refusalOf } from './open-inside'

/** Linux: a handle that only stands for a place, which needs no permission to read it (fcntl.h). */
const placeOnly = 0x200000
const folderFlags = placeOnly | constants.O_DIRECTORY | (constants.O_NOFOLLOW ?? 0)

/** Opened without a link on the way; that it is a regular file remains to be seen. */
export type OpenedSomething =
  | { readonly type: 'opened'; readonly file: number }
  | { readonly type: 'refused'; readonly reason: OpenRefusal }

/**
 * Opens many files of few folders, as `openInside` does but for asking what was opened. On Linux each folder is held and asked once where
 * it lies; its files are then opened through the handle, which can't be led astray by a swapped folder either.
 */
export function createFolderOpener(root: string) {
  let folder: string | null = null
  let handle: number | null = null

  const close = (): void => {
    if (handle !== null) closeSync(handle)
    handle = null
    folder = null
  }
  const hold = (wanted: string): number | null => {
    if (folder === wanted) return handle
    close()
    folder = wanted
    handle = holdPlace(wanted === '' ? root : `${root}/${wanted}`)
    return handle
  }

  return {
    open: (path: string): OpenedSomething => {
      const parent = parentOf(path)
      const held = process.platform === 'linux' ? hold(parent) : null
      // Whatever is wrong with the folder, the slower way names it.
      if (held === null) return openInside(root, path)
      const name = parent === '' ? path : path.slice(parent.length + 1)
      try {
        return { type: 'opened', file: openSync(`/proc/self/fd/${held}/${name}`, readFlags) }
      } catch (error) {
        return { type: 'refused', reason: refusalOf(error) }
      }
    },
    close,
  }
}

/** A handle of the folder that really lies at `full`, no link on the way; null for anything else. */
function holdPlace(full: string): number | null {
  let handle: number
  try {
    handle = openSync(full, folderFlags)
  } catch {
    return null
  }
  if (readlinkSync(`/proc/self/fd/${handle}`) === full) return handle
  closeSync(handle)
  return null
}
