import { accessSync, constants, lstatSync, readlinkSync, type Stats } from 'node:fs'
import type { Exclusion, ExclusionReason, InventoryFile, Limits } from '../../../shared'
import { createFolderStates, parentOf } from '../files/folder-states'
import { followLink } from '../files/links'
import { refusalOf } from '../files/open-inside'
import { decodePath, showPath } from '../files/path-text'
import { isUnsafePath } from '../files/safe-path'
import type { IndexEntry } from '../git/index-listing'
import { isSecretPath } from './secrets'

export type ExamineOptions = {
  readonly fileMode: boolean
  readonly maxFileBytes: number
  readonly limits: MirrorLimits
}

/** The ceilings that an inventory keeps to; what lies beyond is left out by `limit`. */
export type MirrorLimits = Pick<Limits, 'mirroredFiles' | 'mirroredBytes'>

export type Examined = {
  readonly files: readonly InventoryFile[]
  readonly excluded: readonly Exclusion[]
  readonly bytes: number
}

const ownUid = process.geteuid?.() ?? null
const submoduleMode = 0o160000
const symlinkMode = 0o120000
const sparseFolderMode = 0o040000
const executableMode = 0o100755

type Excluded = { readonly path: string; readonly reason: ExclusionReason; readonly size: number | null }
type Kept = InventoryFile & { readonly passes: readonly string[] }

/**
 * Sorts tracked paths into those that would be mirrored and those left out, each with its reason. It looks at the
 * working tree with lstat, readlink and access alone and opens no file (I1). Synchronous, for a worker thread.
 */
export function examineIndex(
  root: string,
  entries: readonly IndexEntry[],
  options: ExamineOptions,
): Examined {
  const folderState = createFolderStates(root)
  const kept: Kept[] = []
  const excluded = new Map<string, Excluded>()
  for (const entry of entries) {
    const found = examineEntry(root, entry, options, folderState)
    if ('reason' in found) excluded.set(found.path, found)
    else kept.push(found)
  }
  dropLinksToExcluded(kept, excluded)
  kept.sort(byPath)
  return applyLimits(kept, excluded, options.limits)
}

function examineEntry(
  root: string,
  entry: IndexEntry,
  options: ExamineOptions,
  folderState: ReturnType<typeof createFolderStates>,
): Kept | Excluded {
  const path = decodePath(entry.path)
  if (path === null) return exclude(showPath(entry.path), 'undecodable_path')
  const byIndex = refusedByIndex(path, entry)
  if (byIndex !== null) return exclude(path, byIndex)

  const behind = folderState(parentOf(path))
  if (behind !== null) return exclude(path, absentReason(behind, entry))
  let stats: Stats
  try {
    stats = lstatSync(`${root}/${path}`)
  } catch (error) {
    return exclude(path, absentReason(refusalOf(error), entry))
  }
  if (stats.isSymbolicLink()) return examineLink(root, path, entry)
  if (!stats.isFile()) return exclude(path, 'not_a_file')
  if (stats.size > options.maxFileBytes) return exclude(path, 'too_large', stats.size)
  if (!isReadable(`${root}/${path}`, stats)) return exclude(path, 'unreadable', stats.size)
  const executable = options.fileMode ? (stats.mode & 0o100) !== 0 : entry.mode === executableMode
  return { path, size: stats.size, mode: executable ? 'executable' : 'file', passes: [] }
}

/** What the index and the name alone say against a path. */
function refusedByIndex(path: string, entry: IndexEntry): ExclusionReason | null {
  if (entry.mode === sparseFolderMode) return 'sparse'
  if (isUnsafePath(path)) return 'unsafe_path'
  if (isSecretPath(path)) return 'secret'
  if (entry.mode === submoduleMode) return 'submodule'
  if (entry.stage !== 0) return 'conflict'
  return entry.intentToAdd ? 'intent_to_add' : null
}

/** A file that git was told not to check out is sparse, not missing. */
function absentReason(reason: ExclusionReason, entry: IndexEntry): ExclusionReason {
  return reason === 'missing' && entry.skipWorktree ? 'sparse' : reason
}

/** A tracked link is kept while it stays inside; a tracked file that became a link is no file any more. */
function examineLink(root: string, path: string, entry: IndexEntry): Kept | Excluded {
  let target: Buffer
  try {
    target = readlinkSync(`${root}/${path}`, 'buffer')
  } catch (error) {
    return exclude(path, refusalOf(error))
  }
  const text = decodePath(target)
  const led = text === null ? null : followLink(root, path, text)
  if (led === null || led.type === 'outside') return exclude(path, 'symlink_outside')
  if (entry.mode !== symlinkMode) return exclude(path, 'not_a_file')
  return { path, size: target.length, mode: 'symlink', passes: led.passes }
}

/** The owner's permission bits answer for our own files; anything else is asked of the system, which opens nothing. */
function isReadable(path: string, stats: Stats): boolean {
  if (stats.uid === ownUid && (stats.mode & 0o400) !== 0) return true
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Takes out links to something left out, then links to those links, until none is left. */
function dropLinksToExcluded(kept: Kept[], excluded: Map<string, Excluded>): void {
  for (let dropped = true; dropped; ) {
    dropped = false
    for (let index = kept.length - 1; index >= 0; index -= 1) {
      const link = kept[index]
      if (link === undefined || !link.passes.some((path) => liesIn(excluded, path))) continue
      excluded.set(link.path, { path: link.path, reason: 'symlink_target_excluded', size: null })
      kept.splice(index, 1)
      dropped = true
    }
  }
}

/** Whether a path, or a folder above it (a submodule), was left out. */
function liesIn(excluded: ReadonlyMap<string, unknown>, path: string): boolean {
  return path !== '' && (excluded.has(path) || liesIn(excluded, parentOf(path)))
}

/** In order of paths; a file that would go beyond a limit is left out, a smaller one after it may still fit. */
function applyLimits(kept: readonly Kept[], excluded: Map<string, Excluded>, limits: MirrorLimits): Examined {
  const files: InventoryFile[] = []
  let bytes = 0
  for (const { path, size, mode } of kept) {
    if (files.length >= limits.mirroredFiles || bytes + size > limits.mirroredBytes)
      excluded.set(path, { path, reason: 'limit', size })
    else {
      files.push({ path, size, mode })
      bytes += size
    }
  }
  return { files, excluded: [...excluded.values()].sort(byPath), bytes }
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0

function exclude(path: string, reason: ExclusionReason, size: number | null = null): Excluded {
  return { path, reason, size }
}
