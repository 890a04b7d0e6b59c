import { setImmediate } from 'node:timers/promises'
import type { Result } from '../../../shared'
import type { StoreLog } from '../log'
import type { TableReaders } from '../tables'
import type { DeletedSession } from '../tables/deleted-sessions'
import { eachHash } from './referenced-hashes'

export type DeadContentDeps = {
  readonly tables: TableReaders
  readonly readBytes: (hash: string) => Promise<Result<Buffer>>
  readonly log: StoreLog
}

/**
 * Content that deleted sessions refer to and no other does. A session refers to the manifest of its mirror, what that
 * lists, and both sides of its file changes. Whenever a manifest can't be read, what it may list is kept.
 */
export async function findDeadContent(
  deps: DeadContentDeps,
  deleted: readonly DeletedSession[],
): Promise<ReadonlySet<string>> {
  const { tables } = deps
  const dead = new Set<string>()
  for (const { key, baseTree } of deleted) {
    for (const hash of tables.fileChanges.hashes(key)) dead.add(hash)
    if (baseTree !== null) await eachListed(deps, baseTree, (hash) => dead.add(hash))
    await setImmediate()
  }
  for (
    let key = tables.fileChanges.sessionAfter(0);
    key !== null;
    key = tables.fileChanges.sessionAfter(key)
  ) {
    for (const hash of tables.fileChanges.hashes(key)) dead.delete(hash)
    await setImmediate()
  }
  for (const tree of tables.sessions.baseTrees()) {
    if (dead.size === 0) break
    const read = await eachListed(deps, tree, (hash) => dead.delete(hash))
    if (!read) return new Set()
  }
  return dead
}

/** The manifest itself and each hash in it; false when it can't be read. */
async function eachListed(
  { readBytes, log }: DeadContentDeps,
  tree: string,
  take: (hash: string) => void,
): Promise<boolean> {
  take(tree)
  const bytes = await readBytes(tree)
  if (bytes.ok) await eachHash(bytes.value, take)
  else log('warn', 'a manifest can’t be read; content it may list is kept', { tree, cause: bytes.error.code })
  return bytes.ok
}
