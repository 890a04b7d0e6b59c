import { closeSync, constants, mkdirSync, openSync, readlinkSync, symlinkSync, writeSync } from 'node:fs'
import type { Exclusion, ExclusionReason, InventoryFile, TreeEntry } from '../../../shared'
import { type ContentEntry, createPackWriter, sha256 } from '../../store/content'
import { isCode } from '../files/error-code'
import { createFolderOpener } from '../files/folder-opener'
import { parentOf } from '../files/folder-states'
import { followLink } from '../files/links'
import { refusalOf } from '../files/open-inside'
import { decodePath } from '../files/path-text'
import { readExpected } from '../files/read-expected'
import type { MirrorNote } from '../types'
import { createArenas } from './arenas'
import { isLfsPointer } from './lfs-pointer'

export type CopiedFiles = {
  readonly entries: readonly TreeEntry[]
  readonly excluded: readonly Exclusion[]
  readonly content: readonly ContentEntry[]
  readonly notes: readonly MirrorNote[]
}

export type CopyDeps = {
  /** Real paths of the repository's and the mirror's top folder. */
  readonly source: string
  readonly target: string
  readonly packsFolder: string
  readonly maxFileBytes: number
  /** For each of these hashes, 1 if it has to be packed: not known to the store, not taken on by anyone else in this run. */
  readonly wanted: (hashes: readonly string[]) => Promise<Uint8Array>
}

type Copied = { readonly entry: TreeEntry; readonly bytes: Uint8Array }

const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/**
 * Copies files of the repository into the mirror and, in the same pass over their bytes, hashes them and appends what
 * is new to a pack. Synchronous but for the question what is new; while that is answered the next files are copied.
 * Throws what goes wrong on the mirror's side (ENOSPC …).
 */
export function createCopier({ source, target, packsFolder, maxFileBytes, wanted }: CopyDeps) {
  const pack = createPackWriter(packsFolder)
  const arenas = createArenas()
  const folders = new Set<string>([''])
  const opener = createFolderOpener(source)

  const ensureFolder = (path: string): void => {
    const folder = parentOf(path)
    if (folders.has(folder)) return
    mkdirSync(`${target}/${folder}`, { recursive: true, mode: 0o700 })
    folders.add(folder)
  }

  const copyFile = (file: InventoryFile, room: (size: number) => Uint8Array): Copied | ExclusionReason => {
    const opened = opener.open(file.path)
    if (opened.type === 'refused') return opened.reason
    const bytes = readAndClose(opened.file, file.size, maxFileBytes, room)
    if (typeof bytes === 'string') return bytes
    ensureFolder(file.path)
    const written = writeNew(`${target}/${file.path}`, bytes, file.mode === 'executable' ? 0o700 : 0o600)
    if (!written) return 'unsafe_path'
    const entry = { path: file.path, hash: sha256(bytes), mode: file.mode, size: bytes.length }
    return { entry, bytes }
  }

  const copyLink = (file: InventoryFile): Copied | ExclusionReason => {
    let bytes: Buffer
    try {
      bytes = readlinkSync(`${source}/${file.path}`, 'buffer')
    } catch (error) {
      return refusalOf(error)
    }
    const text = decodePath(bytes)
    if (text === null || followLink(source, file.path, text).type === 'outside') return 'symlink_outside'
    ensureFolder(file.path)
    if (!createLink(text, `${target}/${file.path}`)) return 'unsafe_path'
    return { entry: { path: file.path, hash: sha256(bytes), mode: 'symlink', size: bytes.length }, bytes }
  }

  const packNew = async (copied: readonly Copied[]): Promise<readonly ContentEntry[]> => {
    const missing = await wanted(copied.map(({ entry }) => entry.hash))
    return copied.flatMap(({ entry: { hash }, bytes }, at) =>
      missing[at] === 1 ? [pack.append(hash, bytes)] : [],
    )
  }

  return {
    copy: async (files: readonly InventoryFile[]): Promise<CopiedFiles> => {
      const arena = arenas.take()
      const copied: Copied[] = []
      const excluded: Exclusion[] = []
      for (const file of files) {
        const result = file.mode === 'symlink' ? copyLink(file) : copyFile(file, arena.room)
        if (typeof result !== 'string') copied.push(result)
        else excluded.push({ path: file.path, reason: result, size: null })
      }
      opener.close()
      const content = await packNew(copied)
      const notes = copied.flatMap(({ entry: { path }, bytes }): MirrorNote[] =>
        isLfsPointer(bytes) ? [{ path, note: 'lfs_pointer' }] : [],
      )
      arena.release()
      return { entries: copied.map(({ entry }) => entry), excluded, content, notes }
    },
    finish: pack.finish,
    discard: pack.discard,
  }
}

function readAndClose(
  file: number,
  size: number,
  maxFileBytes: number,
  room: (size: number) => Uint8Array,
): Uint8Array | ExclusionReason {
  try {
    return readExpected(file, size, maxFileBytes, room)
  } finally {
    closeSync(file)
  }
}

/** False when this file system takes the name for one that is there already, or for none at all. */
function writeNew(path: string, bytes: Uint8Array, mode: number): boolean {
  let file: number
  try {
    file = openSync(path, createFlags, mode)
  } catch (error) {
    if (isCode(error, ...nameErrors)) return false
    throw error
  }
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  } finally {
    closeSync(file)
  }
  return true
}

function createLink(text: string, path: string): boolean {
  try {
    symlinkSync(text, path)
    return true
  } catch (error) {
    if (isCode(error, ...nameErrors)) return false
    throw error
  }
}

const nameErrors = ['EEXIST', 'EILSEQ', 'ENAMETOOLONG', 'EISDIR', 'EINVAL'] as const
