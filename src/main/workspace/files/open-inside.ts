import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { sep } from 'node:path'
import type { ExclusionReason } from '../../../shared'

/** Why a file was not opened, in the words of an inventory. */
export type OpenRefusal = Extract<ExclusionReason, 'missing' | 'not_a_file' | 'behind_symlink' | 'unreadable'>

export type OpenedFile =
  | { readonly type: 'opened'; readonly file: number; readonly stats: Stats }
  | { readonly type: 'refused'; readonly reason: OpenRefusal }

/** macOS: the open itself fails when any part of the path is a link (sys/fcntl.h). */
const noFollowAny = process.platform === 'darwin' ? 0x20000000 : 0

/** Never follows a link at the end, never waits for a pipe's other end, never makes a terminal ours. */
export const readFlags =
  constants.O_RDONLY |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOCTTY ?? 0) |
  noFollowAny

/**
 * Opens a regular file that lies inside `root` (a real path) without any link on the way. `path` is relative, with
 * slashes. What was opened is asked where it really lies, so that a folder swapped for a link in between is noticed.
 * The caller closes `file`. Throws only for what is wrong with this process (EMFILE …).
 */
export function openInside(root: string, path: string): OpenedFile {
  const full = `${root}/${path}`
  let file: number
  try {
    file = openSync(full, readFlags)
  } catch (error) {
    return { type: 'refused', reason: refusalOf(error) }
  }
  const stats = fstatSync(file)
  const reason = !stats.isFile() ? 'not_a_file' : liesAt(file, full) ? null : 'behind_symlink'
  if (reason === null) return { type: 'opened', file, stats }
  closeSync(file)
  return { type: 'refused', reason }
}

/** Where the opened file lies now: Linux knows it by the handle; macOS refused any link when opening; else by name. */
function liesAt(file: number, full: string): boolean {
  if (process.platform === 'darwin') return true
  try {
    return process.platform === 'linux'
      ? readlinkSync(`/proc/self/fd/${file}`) === full
      : realpathSync.native(full) === full.replaceAll('/', sep)
  } catch {
    return false
  }
}

/** An error of lstat, open or readlink as a reason; throws on those that say nothing about the file. */
export function refusalOf(error: unknown): OpenRefusal {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'missing'
    // A link at the end, a socket, a device without a driver.
    case 'ELOOP':
    case 'EMLINK':
    case 'ENXIO':
    case 'ENODEV':
    case 'EISDIR':
      return 'not_a_file'
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      throw error
    default:
      return 'unreadable'
  }
}
