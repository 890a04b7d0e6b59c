import type { FileChange, FileState, TreeEntry } from '../../shared'

/** What became of one path between the start and now; counts are left to whoever can read the content. */
export type NetChange = Pick<FileChange, 'change' | 'path' | 'oldPath' | 'before' | 'after'> & {
  /** The one recorded change this is, when there was no other on the way: its counts hold as they are. */
  readonly only: FileChange | null
}

type Touched = {
  /** The path this file had at the start; null: it was not there. */
  readonly origin: string | null
  /** Null: not there any more. */
  readonly state: FileState | null
  readonly only: FileChange | null
}

/**
 * Composes recorded changes (in order) into what they come to against the start: created and deleted again is nothing,
 * changed and changed back is nothing, renames are followed. Applying the result to the start gives the same files.
 */
export function netChanges(
  base: ReadonlyMap<string, TreeEntry>,
  changes: readonly FileChange[],
): readonly NetChange[] {
  const touched = new Map<string, Touched>()
  for (const change of changes) {
    const source = change.oldPath ?? change.path
    const first = !touched.has(source) && !touched.has(change.path)
    const before = touched.get(source) ?? { origin: base.has(source) ? source : null, state: null }
    if (source !== change.path) touched.set(source, { origin: null, state: null, only: null })
    touched.set(change.path, {
      origin: change.after === null || change.before === null ? null : before.origin,
      state: change.after,
      only: first ? change : null,
    })
  }
  const moved = renames(base, touched)
  return [...touched]
    .flatMap(([path, file]) => netOf(path, file, base, moved) ?? [])
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Start path → path now. A file whose old place is taken again is no rename any more (the old path was rewritten, this
 * one is new), nor is one that was moved over another.
 */
function renames(
  base: ReadonlyMap<string, TreeEntry>,
  touched: ReadonlyMap<string, Touched>,
): ReadonlyMap<string, string> {
  const moved = new Map<string, string>()
  for (const [path, { origin, state }] of touched)
    if (state !== null && origin !== null && origin !== path && !base.has(path))
      if (touched.get(origin)?.state === null) moved.set(origin, path)
  return moved
}

function netOf(
  path: string,
  file: Touched,
  base: ReadonlyMap<string, TreeEntry>,
  moved: ReadonlyMap<string, string>,
): NetChange | null {
  const before = startState(base, path)
  const after = file.state
  const net = (change: FileChange['change'], oldPath: string | null, from: FileState | null): NetChange => ({
    change,
    path,
    oldPath,
    before: from,
    after,
    only: file.only?.change === change ? file.only : null,
  })
  if (after === null) return before === null || moved.has(path) ? null : net('deleted', null, before)
  if (before !== null) return sameState(before, after) ? null : net('modified', null, before)
  if (file.origin === null || moved.get(file.origin) !== path) return net('created', null, null)
  return net('renamed', file.origin, startState(base, file.origin))
}

function startState(base: ReadonlyMap<string, TreeEntry>, path: string): FileState | null {
  const entry = base.get(path)
  return entry === undefined ? null : stateOf(entry)
}

/** A tree's entry without its path. */
export function stateOf({ hash, mode, size }: FileState): FileState {
  return { hash, mode, size }
}

export function sameState(a: FileState, b: FileState): boolean {
  return a.hash === b.hash && a.mode === b.mode
}
