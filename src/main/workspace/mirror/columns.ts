import type { Exclusion, InventoryFile, TreeEntry } from '../../../shared'
import type { ContentEntry } from '../../store/content'
import type { MirrorNote } from '../types'
import type { CopiedFiles } from './copy-files'

/**
 * What goes between the threads about a batch of files, as a few long values: handing over an object for each of
 * 50,000 files costs more than reading them. Files are told by their place in the batch.
 */
export type FileColumns = {
  /** Paths, each ended by a NUL, which no path holds. */
  readonly paths: string
  readonly modes: string
  readonly sizes: Float64Array
}

export type CopiedColumns = {
  /** 64 characters each; the file at a place of -1 size was left out. */
  readonly hashes: string
  readonly sizes: Float64Array
  /** Where in the pack the content lies; -1 for content that was not packed. */
  readonly offsets: Float64Array
  readonly pack: string | null
  readonly excluded: readonly Exclusion[]
  readonly notes: readonly MirrorNote[]
}

const letters: Readonly<Record<InventoryFile['mode'], string>> = { file: 'f', executable: 'x', symlink: 'l' }
const hashLength = 64
const noHash = ' '.repeat(hashLength)

export function toFileColumns(files: readonly InventoryFile[]): FileColumns {
  return {
    paths: files.map(({ path }) => `${path}\0`).join(''),
    modes: files.map(({ mode }) => letters[mode]).join(''),
    sizes: Float64Array.from(files, ({ size }) => size),
  }
}

export function fromFileColumns({ paths, modes, sizes }: FileColumns): readonly InventoryFile[] {
  const names = paths.split('\0')
  return Array.from(sizes, (size, at) => ({
    path: names[at] ?? '',
    size,
    mode: modes[at] === 'x' ? 'executable' : modes[at] === 'l' ? 'symlink' : 'file',
  }))
}

export function toCopiedColumns(files: readonly InventoryFile[], copied: CopiedFiles): CopiedColumns {
  const entries = new Map(copied.entries.map((entry) => [entry.path, entry]))
  const content = new Map(copied.content.map((entry) => [entry.hash, entry]))
  const offsets = new Float64Array(files.length).fill(-1)
  const sizes = new Float64Array(files.length).fill(-1)
  const hashes = files.map(({ path }, at) => {
    const entry = entries.get(path)
    if (entry === undefined) return noHash
    sizes[at] = entry.size
    offsets[at] = content.get(entry.hash)?.offset ?? -1
    content.delete(entry.hash)
    return entry.hash
  })
  const pack = copied.content[0]?.pack ?? null
  return { hashes: hashes.join(''), sizes, offsets, pack, excluded: copied.excluded, notes: copied.notes }
}

export function fromCopiedColumns(files: readonly InventoryFile[], columns: CopiedColumns): CopiedFiles {
  const { hashes, sizes, offsets, pack, excluded, notes } = columns
  const entries: TreeEntry[] = []
  const content: ContentEntry[] = []
  for (const [at, { path, mode }] of files.entries()) {
    const size = sizes[at] ?? -1
    const offset = offsets[at] ?? -1
    if (size < 0) continue
    const hash = hashAt(hashes, at)
    entries.push({ path, hash, mode, size })
    if (pack !== null && offset >= 0) content.push({ hash, pack, offset, size })
  }
  return { entries, excluded, content, notes }
}

export type EntryColumns = FileColumns & { readonly hashes: string }

export function toEntryColumns(entries: readonly TreeEntry[]): EntryColumns {
  return { ...toFileColumns(entries), hashes: joinHashes(entries.map(({ hash }) => hash)) }
}

export function fromEntryColumns({ hashes, ...files }: EntryColumns): readonly TreeEntry[] {
  return fromFileColumns(files).map((file, at) => ({ ...file, hash: hashAt(hashes, at) }))
}

export function joinHashes(hashes: readonly string[]): string {
  return hashes.join('')
}

export function splitHashes(joined: string): readonly string[] {
  return Array.from({ length: joined.length / hashLength }, (_, at) => hashAt(joined, at))
}

function hashAt(joined: string, at: number): string {
  return joined.slice(at * hashLength, (at + 1) * hashLength)
}
