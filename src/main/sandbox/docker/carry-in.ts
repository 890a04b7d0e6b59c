import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Mount } from '../box'
import type { CarryLimits } from './carry-out'
import type { InsideUser } from './ownership'
import { encodeHeader, filling, type TarEntry } from './tar'

/**
 * The places as an archive for the container's root, read while it is sent. What may be written inside belongs to the
 * account there; the rest belongs to root and can be read by all. Only files, folders and links are carried.
 */
export function carryIn(mounts: readonly Mount[], user: InsideUser, limits: CarryLimits): Readable {
  return Readable.from(pieces(mounts, user, limits), { objectMode: false })
}

async function* pieces(
  mounts: readonly Mount[],
  user: InsideUser,
  limits: CarryLimits,
): AsyncGenerator<Buffer> {
  const made = new Set<string>()
  const counts = { bytes: 0, entries: 0 }
  for (const mount of mounts) {
    for (const parent of parentsOf(mount.target)) {
      if (made.has(parent)) continue
      made.add(parent)
      yield* encodeHeader(
        { type: 'folder', path: parent.slice(1), mode: parent === '/tmp' ? 0o1777 : 0o755 },
        0,
      )
    }
    made.add(mount.target)
    yield* tree(mount.source, mount.target, mount.access === 'write' ? user : null, counts, limits)
  }
  yield Buffer.alloc(1024)
}

function parentsOf(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === '/' ? [] : [...parentsOf(parent), parent]
}

async function* tree(
  source: string,
  target: string,
  owner: InsideUser | null,
  counts: { bytes: number; entries: number },
  limits: CarryLimits,
): AsyncGenerator<Buffer> {
  const found = await lstat(source).catch(() => null)
  if (found === null) return
  counts.entries += 1
  if (counts.entries > limits.entries) throw new Error(`more than ${limits.entries} files`)
  const own = owner ?? { uid: 0, gid: 0 }
  const base = { path: target.slice(1), ...own }
  const mode = (found.mode & 0o777) | (owner === null ? (found.isDirectory() ? 0o555 : 0o444) : 0)
  if (found.isSymbolicLink()) {
    const link: TarEntry = { ...base, type: 'link', mode: 0o777, target: await readlink(source) }
    yield* encodeHeader(link, 0)
  } else if (found.isDirectory()) {
    yield* encodeHeader({ ...base, type: 'folder', mode }, 0)
    const names: readonly Dirent[] = await readdir(source, { withFileTypes: true }).catch(() => [])
    for (const { name } of names) yield* tree(join(source, name), join(target, name), owner, counts, limits)
  } else if (found.isFile())
    yield* content(source, { ...base, type: 'file', mode, content: new Uint8Array() }, counts, limits)
}

async function* content(
  source: string,
  entry: TarEntry,
  counts: { bytes: number },
  limits: CarryLimits,
): AsyncGenerator<Buffer> {
  const file = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  )
  if (file === null) return
  try {
    const { size } = await file.stat()
    counts.bytes += size
    if (counts.bytes > limits.bytes) throw new Error(`more than ${limits.bytes} bytes`)
    yield* encodeHeader(entry, size)
    // Exactly so many bytes as were promised, whatever becomes of the file meanwhile.
    for (let left = size; left > 0; ) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(left, 64 * 1024)))
      const piece = bytesRead === 0 ? Buffer.alloc(Math.min(left, 64 * 1024)) : buffer.subarray(0, bytesRead)
      left -= piece.length
      yield piece
    }
    yield filling(size)
  } finally {
    await file.close()
  }
}
