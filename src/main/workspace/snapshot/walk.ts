import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { decodePath, showPath } from '../files/path-text'
import { isDotGit } from '../files/safe-path'

export type WalkVisitor = {
  /** A regular file or a link; `path` is relative, with slashes. */
  readonly found: (path: string, stats: Stats) => void
  /** Something that is not recorded. `below`: what was known there, or below it, is unknown now rather than gone. */
  readonly skipped: (path: string, reason: string, below: boolean) => void
}

/** Folders nested deeper, and paths longer, than anything but an attack has. */
const maxDepth = 256
const maxPathBytes = 3000
/** Entries of one walk. A mirror has 100,000 files at most by default. */
const maxEntries = 1_000_000

/**
 * Walks a folder that its inhabitant may be hostile in: follows no link, opens no file, takes at most `maxEntries`
 * entries and `maxDepth` levels. False when there were more. Synchronous, for a worker thread.
 */
export function walkFolder(root: string, visitor: WalkVisitor): boolean {
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }]
  let entries = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const prefix = folder.path === '' ? '' : `${folder.path}/`
    const listed = list(`${root}/${folder.path}`)
    if (listed === null) {
      visitor.skipped(folder.path, 'a folder that can’t be read', true)
      continue
    }
    entries += listed.length
    if (entries > maxEntries) return false
    for (const entry of listed) {
      const name = textOf(entry.name)
      if (name === null) {
        const shown = showPath(Buffer.from(entry.name, 'latin1'))
        visitor.skipped(prefix + shown, 'a name that is not valid UTF-8', false)
        continue
      }
      const path = prefix + name
      if (isDotGit(name)) visitor.skipped(path, 'git data of a nested repository', false)
      else if (entry.isDirectory()) {
        if (folder.depth >= maxDepth || path.length > maxPathBytes)
          visitor.skipped(path, 'a folder nested too deep', false)
        else folders.push({ path, depth: folder.depth + 1 })
      } else if (entry.isFile() || entry.isSymbolicLink()) visit(root, path, visitor)
      else visitor.skipped(path, specialFile(entry), false)
    }
  }
  return true
}

function visit(root: string, path: string, visitor: WalkVisitor): void {
  let stats: Stats | undefined
  try {
    stats = lstatSync(`${root}/${path}`, { throwIfNoEntry: false })
  } catch {
    visitor.skipped(path, 'a file that can’t be looked at', true)
    return
  }
  // Gone, or become something else, since it was listed: the next snapshot sees what it is then.
  if (stats?.isFile() === true || stats?.isSymbolicLink() === true) visitor.found(path, stats)
}

/** Names come as latin1, one character a byte: no bytes are lost, and plain ASCII needs no decoding. */
function list(path: string): Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true, encoding: 'latin1' })
  } catch {
    return null
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII is meant.
const ascii = /^[\x00-\x7f]*$/

function textOf(name: string): string | null {
  return ascii.test(name) ? name : decodePath(Buffer.from(name, 'latin1'))
}

function specialFile(entry: Dirent): string {
  if (entry.isFIFO()) return 'a named pipe'
  if (entry.isSocket()) return 'a socket'
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'a device' : 'no regular file'
}
