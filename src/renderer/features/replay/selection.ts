import type { FileChange, FileState, TreeEntry } from '../../../shared'
import type { FrameTree } from './use-tree'

/** What is shown of a file: the change of this frame, the change since the start, or the file as of the frame. */
export type FileMode = 'frame' | 'start' | 'file'

/** A file to show: chosen by hand at a frame, or kept from the frames before (`frame` null). */
export type Wish = { readonly path: string; readonly frame: number | null }

/**
 * The file to show at `frame`: the one chosen by hand there; else one that this frame changed, the wished one before
 * others; else one that its tools were about (`targets`); else the wished one as it is; else what changed since the
 * start; else the first file.
 */
export function choosePath(
  tree: FrameTree | null,
  wish: Wish | null,
  frame: number,
  targets: readonly (string | null)[],
): string | null {
  if (tree === null) return wish?.path ?? null
  const { entries, frameChanges, changesSinceStart } = tree
  const wished = wish !== null && isThere(tree, wish.path) ? wish.path : undefined
  if (wished !== undefined && wish?.frame === frame) return wished
  if (frameChanges.length > 0)
    return frameChanges.some(({ path }) => path === wished)
      ? (wished ?? null)
      : (frameChanges[0]?.path ?? null)
  const target = targets.find((each) => each !== null && entries.some(({ path }) => path === each))
  return target ?? wished ?? changesSinceStart[0]?.path ?? entries[0]?.path ?? null
}

function isThere({ entries, frameChanges, changesSinceStart }: FrameTree, path: string): boolean {
  return [frameChanges, changesSinceStart, entries].some((all) => all.some((each) => each.path === path))
}

export type Shown =
  | { readonly type: 'change'; readonly change: FileChange }
  | { readonly type: 'file'; readonly state: FileState; readonly note: string | null }
  | { readonly type: 'nothing'; readonly note: string }

/** What the middle of the replay shows of `path`. Where it did not change, the file itself with a note that says so. */
export function whatIsShown(tree: FrameTree, path: string, mode: FileMode): Shown {
  const entry: TreeEntry | undefined = tree.entries.find((each) => each.path === path)
  const changes = mode === 'frame' ? tree.frameChanges : tree.changesSinceStart
  const change = changes.find((each) => each.path === path)
  if (mode !== 'file' && change !== undefined) return { type: 'change', change }
  if (entry === undefined) return { type: 'nothing', note: 'There is no such file at this frame.' }
  if (mode === 'file') return { type: 'file', state: entry, note: null }
  return {
    type: 'file',
    state: entry,
    note: mode === 'frame' ? 'not changed in this frame' : 'not changed since the start',
  }
}
