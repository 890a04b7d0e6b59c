import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Readable } from 'node:stream'
import { type ReadEntry, readTar } from './untar'

/** What may come out at most. */
export type CarryLimits = { readonly bytes: number; readonly entries: number }

export const carryLimits: CarryLimits = { bytes: 4 * 1024 * 1024 * 1024, entries: 300_000 }

export type CarriedOut = {
  readonly entries: number
  /** Entries that were left out: devices, pipes, links to elsewhere, names that lead out. */
  readonly leftOut: number
}

/**
 * Puts what an archive of the engine holds in the place of a folder's content. The archive was written by whatever ran
 * inside, so nothing in it is trusted: it is unpacked into a fresh folder beside, where no entry is written through a
 * link, none leads out, and no right but those of reading, writing and running is taken over; then the contents are
 * exchanged. Throws beyond the limits and on what is no archive; the folder is then as it was.
 */
export async function carryOut(
  stream: Readable,
  folder: string,
  limits: CarryLimits = carryLimits,
): Promise<CarriedOut> {
  const fresh = join(dirname(folder), `.carried-${randomUUID()}`)
  await mkdir(fresh, { mode: 0o700 })
  try {
    const counts = await unpack(stream, fresh, limits)
    for (const name of await readdir(folder, { encoding: 'buffer' }))
      await rm(pathOf(folder, name), { recursive: true, force: true })
    for (const name of await readdir(fresh, { encoding: 'buffer' }))
      await rename(pathOf(fresh, name), pathOf(folder, name))
    return counts
  } finally {
    stream.destroy()
    await rm(fresh, { recursive: true, force: true })
  }
}

const pathOf = (folder: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name])

async function unpack(stream: Readable, fresh: string, limits: CarryLimits): Promise<CarriedOut> {
  const folders = new Set<string>([''])
  const taken = new Set<string>()
  let file: FileHandle | null = null
  let entries = 0
  let leftOut = 0
  let bytes = 0
  const files = new Set<string>()
  const count = (size: number): void => {
    bytes += size
    if (bytes > limits.bytes) throw new Error(`more than ${limits.bytes} bytes`)
  }

  const take = async (entry: ReadEntry, path: string): Promise<boolean> => {
    const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
    // A folder that we made ourselves, so no link stands on the way; and nothing is written twice.
    if (!folders.has(parent) || taken.has(path)) return false
    const place = join(fresh, path)
    switch (entry.kind) {
      case 'folder':
        await mkdir(place, { mode: 0o700 | entry.mode })
        folders.add(path)
        break
      case 'file':
        file = await open(place, 'wx', entry.mode | 0o600)
        break
      case 'link':
        if (!staysWithin(parent, entry.target)) return false
        await symlink(entry.target, place)
        break
      case 'hard_link': {
        // A copy: the two names are one file inside alone.
        const first = pathWithin(entry.target)
        if (first === null || !files.has(first)) return false
        const { size } = await stat(join(fresh, first))
        count(size)
        await copyFile(join(fresh, first), place, constants.COPYFILE_EXCL)
        break
      }
      case 'other':
        return false
    }
    if (entry.kind === 'file' || entry.kind === 'hard_link') files.add(path)
    taken.add(path)
    return true
  }
  try {
    await readTar(stream, {
      entry: async (entry) => {
        entries += 1
        if (entries > limits.entries) throw new Error(`more than ${limits.entries} files`)
        count(entry.size)
        const path = pathWithin(entry.path)
        if (path === '') return
        if (path === null || !(await take(entry, path).catch(unlessUnnameable))) leftOut += 1
      },
      content: async (piece) => {
        await file?.write(piece)
      },
      end: async () => {
        await file?.close()
        file = null
      },
    })
  } finally {
    await (file as FileHandle | null)?.close()
  }
  return { entries, leftOut }
}

/** A name that this machine's file system has no room or no form for is left out; what else goes wrong is an error. */
function unlessUnnameable(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENAMETOOLONG' || error.code === 'EILSEQ') return false
  throw error
}

/** A path below the folder that was asked for, whose own name stands first; '' for itself; null: it leads elsewhere. */
export function pathWithin(path: string): string | null {
  if (path.startsWith('/') || path.includes('\0')) return null
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..') || parts.length === 0) return null
  return parts.slice(1).join('/')
}

/**
 * Whether a link in `parent` leads to a place below the same folder, by its text alone. A step up behind a name leads out
 * of it: the name may be another link's, and what lies above that one's end can't be told from here.
 */
export function staysWithin(parent: string, target: string): boolean {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return false
  const leads = normalize(join('/', parent === '' ? '.' : parent, '.'))
  const depth = leads.split('/').filter((part) => part !== '').length
  let level = depth
  let isBehindName = false
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') isBehindName = true
    else if (isBehindName || level === 0) return false
    else level -= 1
  }
  return true
}
