import type { FileChange, Inventory, Limits, Result, TreeEntry } from '../../shared'
import type { ContentEntry } from '../store/content'

/** A git repository on disk. `identity` stays the same as long as it is the same repository. */
export type Repository = {
  readonly name: string
  /** Real path of the work tree's top folder. */
  readonly path: string
  readonly identity: string
  /** Branch and short commit for people ("main at 4f1c2e9"). */
  readonly head: string
  readonly commit: string
}

/** What is worth saying of a file that is in the mirror all the same. */
export type MirrorNote = {
  readonly path: string
  /** The working tree holds Git LFS's pointer text; the real content was never fetched. */
  readonly note: 'lfs_pointer'
}

/**
 * A made mirror: where it is, what is in it, and the new content that has to be registered with the store. `inventory`
 * is what was really mirrored: a file that vanished or changed its nature since it was taken has moved to `excluded`.
 */
export type Mirror = {
  readonly runId: string
  readonly runFolder: string
  readonly mirrorFolder: string
  readonly controlFolder: string
  readonly homeFolder: string
  readonly entries: readonly TreeEntry[]
  readonly bytes: number
  readonly inventory: Inventory
  readonly content: readonly ContentEntry[]
  readonly notes: readonly MirrorNote[]
  /** When the last file was written, in milliseconds since the epoch. */
  readonly finishedAt: number
}

export type MirrorProgress = { readonly files: number; readonly totalFiles: number; readonly bytes: number }

export type MirrorRequest = {
  readonly repository: Repository
  readonly inventory: Inventory
  readonly runId: string
  /** Hashes of content that the store has already: it is not packed again. */
  readonly known: ReadonlySet<string>
  readonly signal?: AbortSignal
  /** Called at most every 100 ms, and at the end. */
  readonly onProgress?: (progress: MirrorProgress) => void
}

/** A path of the mirror that is not recorded. `reason` is a sentence part ("a named pipe"). */
export type SkippedPath = { readonly path: string; readonly reason: string }

/** What changed in a mirror since the snapshot before. `changes` pairs renames. */
export type Snapshot = {
  readonly entries: readonly TreeEntry[]
  readonly changes: readonly FileChange[]
  readonly content: readonly ContentEntry[]
  /** Paths that are left out (no regular file, nested repository …), at most 1,000 of them. */
  readonly skipped: readonly SkippedPath[]
  /** Changed files that were not recorded because the ceilings were passed already; the next snapshot takes them up. */
  readonly left: { readonly files: number; readonly bytes: number }
}

/** Recording in one snapshot stops with the file that passes one of these, so that a flood of files can't fill the disk. */
export type SnapshotLimits = Pick<Limits, 'changedFiles' | 'changedBytes'>

export type Snapshotter = {
  /** One at a time; a second call waits for the first. Fails with workspace.snapshot_failed. */
  readonly snapshot: () => Promise<Result<Snapshot>>
  /** What the run has left so far: last snapshot against the mirror's start, renames paired anew. */
  readonly changeSet: () => Promise<Result<readonly FileChange[]>>
  readonly dispose: () => Promise<void>
}
