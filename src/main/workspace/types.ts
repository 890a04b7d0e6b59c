import type { FileChange, Inventory, TreeEntry } from '../../shared'
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

/** A made mirror: where it is, what is in it, and the new content that has to be registered with the store. */
export type Mirror = {
  readonly runFolder: string
  readonly mirrorFolder: string
  readonly controlFolder: string
  readonly entries: readonly TreeEntry[]
  readonly bytes: number
  readonly inventory: Inventory
  readonly content: readonly ContentEntry[]
}

/** What changed in a mirror since the snapshot before. `changes` pairs renames. */
export type Snapshot = {
  readonly entries: readonly TreeEntry[]
  readonly changes: readonly FileChange[]
  readonly content: readonly ContentEntry[]
  /** Paths that were left out (no regular file, nested repository …), with the reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}
