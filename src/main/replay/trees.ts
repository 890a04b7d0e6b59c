import { createLru, failure, ok, type Result, type SessionView, type TreeEntry } from '../../shared'
import { decodeTree } from '../workspace'
import type { Content } from './read-text'

/** The files a session started from, by path and in order. */
export type BaseTree = {
  readonly entries: readonly TreeEntry[]
  readonly byPath: ReadonlyMap<string, TreeEntry>
  readonly hashes: ReadonlySet<string>
}

/** Entries of all trees kept together; a tree of 100,000 files takes some 30 MB. */
const maxKeptEntries = 200_000
const noFiles: BaseTree = { entries: [], byPath: new Map(), hashes: new Set() }

/** Reads sessions' start manifests. Sessions of one project often share theirs, so the last ones stay decoded. */
export function createTrees(content: Content) {
  const kept = createLru<BaseTree>(maxKeptEntries, ({ entries }) => entries.length + 1)

  /** The start of a session; no files as long as its mirror is not made. */
  return async ({ baseTree }: Pick<SessionView, 'baseTree'>): Promise<Result<BaseTree>> => {
    if (baseTree === null) return ok(noFiles)
    const known = kept.get(baseTree)
    if (known !== undefined) return ok(known)
    const manifest = await content(baseTree)
    if (!manifest.ok) return manifest
    const decoded = decodeTree(manifest.value)
    if (!decoded.ok)
      return failure(
        'replay.content_missing',
        'The list of files this session started from is damaged. Its events can still be read.',
        { hash: baseTree },
        decoded.error.message,
      )
    const tree = makeTree(decoded.value)
    kept.set(baseTree, tree)
    return ok(tree)
  }
}

function makeTree(entries: readonly TreeEntry[]): BaseTree {
  return {
    entries,
    byPath: new Map(entries.map((entry) => [entry.path, entry])),
    hashes: new Set(entries.map(({ hash }) => hash)),
  }
}
