import type { Exclusion, InventoryFile } from '../../shared'
import type { Result } from '../../shared/result'
import { ok } from '../../shared/result'
import { removeTree, type TreeRemoval } from './cleanup/remove-tree'
import { parseIndexListing } from './git/index-listing'
import { type ExamineOptions, examineIndex } from './inventory/examine'
import {
  type CopiedColumns,
  type FileColumns,
  fromFileColumns,
  joinHashes,
  toCopiedColumns,
} from './mirror/columns'
import { type CopyDeps, createCopier } from './mirror/copy-files'
import { parentPeer } from './workers/parent-peer'

/** What this worker does for the main thread: everything of an inventory and a mirror that touches many files. */
export type MirrorWorkerCalls = {
  readonly examine: (input: {
    readonly root: string
    readonly listing: Uint8Array
    readonly options: ExamineOptions
  }) => Promise<Result<{ readonly bytes: number }>>
  readonly beginMirror: (input: Omit<CopyDeps, 'wanted'>) => void
  readonly copyFiles: (files: FileColumns) => Promise<CopiedColumns>
  /** Waits for the disk: what was packed may be registered from then on. */
  readonly finishMirror: (input: null) => void
  readonly discardMirror: (input: null) => void
  readonly removeTree: (input: TreeRemoval) => void
}

/** What it asks of the main thread meanwhile. */
export type MirrorHostCalls = {
  /** A slice of an inventory: small, so that taking it over does not hold up the main loop. */
  readonly examined: (input: {
    readonly files: readonly InventoryFile[]
    readonly excluded: readonly Exclusion[]
  }) => void
  /** Hashes in one string, 64 characters each. */
  readonly wanted: (hashes: string) => Uint8Array
}

const sliceEntries = 2000
let copier: ReturnType<typeof createCopier> | null = null

const host = parentPeer<MirrorHostCalls>({
  examine: async ({ root, listing, options }) => {
    const entries = parseIndexListing(Buffer.from(listing.buffer, listing.byteOffset, listing.byteLength))
    if (!entries.ok) return entries
    const { files, excluded, bytes } = examineIndex(root, entries.value, options)
    for (let from = 0; from < Math.max(files.length, excluded.length); from += sliceEntries)
      await host.call('examined', {
        files: files.slice(from, from + sliceEntries),
        excluded: excluded.slice(from, from + sliceEntries),
      })
    return ok({ bytes })
  },
  beginMirror: (input) => {
    copier = createCopier({ ...input, wanted: (hashes) => host.call('wanted', joinHashes(hashes)) })
  },
  copyFiles: async (columns) => {
    const files = fromFileColumns(columns)
    return toCopiedColumns(files, await begun().copy(files))
  },
  finishMirror: () => {
    begun().finish()
    copier = null
  },
  discardMirror: () => {
    copier?.discard()
    copier = null
  },
  removeTree,
} satisfies MirrorWorkerCalls)

function begun(): ReturnType<typeof createCopier> {
  if (copier === null) throw new Error('beginMirror comes first.')
  return copier
}
