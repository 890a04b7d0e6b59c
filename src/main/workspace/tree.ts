import type { FileChange, FileState, TreeEntry } from '../../shared'
import { failure, ok, type Result } from '../../shared/result'

const header = 'glovebox-tree 1\n'
const letters: Readonly<Record<FileState['mode'], string>> = { file: 'f', executable: 'x', symlink: 'l' }
const modes: ReadonlyMap<string, FileState['mode']> = new Map([
  ['f', 'file'],
  ['x', 'executable'],
  ['l', 'symlink'],
])

/**
 * A whole tree as bytes, the same bytes for the same tree: a header line, then for each file in order of its path
 * `LETTER HASH SIZE PATH` and a NUL, since a path may hold anything else.
 */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const records = sortEntries(entries).map(
    ({ path, hash, mode, size }) => `${letters[mode]} ${hash} ${size} ${path}\0`,
  )
  return Buffer.from(header + records.join(''))
}

/** Reads what `encodeTree` wrote; entries come in order. Anything else is replay.content_missing. */
export function decodeTree(bytes: Buffer): Result<readonly TreeEntry[]> {
  const text = bytes.toString('utf8')
  if (!text.startsWith(header) || (text.length > header.length && !text.endsWith('\0'))) return damaged()
  const entries: TreeEntry[] = []
  let last: string | null = null
  for (let at = header.length; at < text.length; ) {
    const end = text.indexOf('\0', at)
    const record = /^([fxl]) ([0-9a-f]{64}) (0|[1-9]\d{0,15}) (.+)$/s.exec(text.slice(at, end))
    const [, letter = '', hash = '', size = '', path = ''] = record ?? []
    const mode = modes.get(letter)
    if (mode === undefined || (last !== null && path <= last)) return damaged()
    entries.push({ path, hash, mode, size: Number(size) })
    last = path
    at = end + 1
  }
  return ok(entries)
}

/**
 * The tree after `changes`, one after the other. Pure. `entries` are in order of their paths, and so is the result. A
 * change's `before` is not asked: the recorded changes are the truth, also where one was lost.
 */
export function applyChanges(
  entries: readonly TreeEntry[],
  changes: readonly FileChange[],
): readonly TreeEntry[] {
  if (changes.length === 0) return entries
  const touched = new Map<string, TreeEntry | null>()
  for (const { path, oldPath, after } of changes) {
    if (oldPath !== null) touched.set(oldPath, null)
    touched.set(path, after === null ? null : { path, hash: after.hash, mode: after.mode, size: after.size })
  }
  const present = [...touched.values()].filter((entry) => entry !== null)
  return merge(
    entries.filter(({ path }) => !touched.has(path)),
    sortEntries(present),
  )
}

/** Merges two lists that are in order and share no path. */
function merge(a: readonly TreeEntry[], b: readonly TreeEntry[]): readonly TreeEntry[] {
  const merged: TreeEntry[] = []
  let next = 0
  for (const entry of a) {
    for (let other = b[next]; other !== undefined && other.path < entry.path; other = b[next]) {
      merged.push(other)
      next += 1
    }
    merged.push(entry)
  }
  return merged.concat(b.slice(next))
}

/** By UTF-16 code units: the same order on every machine. */
export function sortEntries<T extends { readonly path: string }>(entries: readonly T[]): readonly T[] {
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

function damaged(): Result<never> {
  return failure('replay.content_missing', 'The recorded list of files is damaged.')
}
