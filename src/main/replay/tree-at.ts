import { type FileChange, failure, ok, type Result, type SessionId } from '../../shared'
import type { CallOutput } from '../../shared/ipc'
import type { StoreReader } from '../store'
import { applyChanges } from '../workspace'
import type { createLineCounts } from './line-counts'
import { type NetChange, netChanges } from './net-changes'
import type { createTrees } from './trees'

export type TreeDeps = {
  readonly read: Pick<StoreReader, 'session' | 'changesUpTo'>
  readonly baseOf: ReturnType<typeof createTrees>
  readonly countLines: ReturnType<typeof createLineCounts>
}

/** Net changes whose lines are counted anew in one answer; for more, counts are left out. */
const maxCounted = 100

/**
 * The files as of a frame (0: the start). Fails with store.not_found, replay.frame_not_found, or
 * replay.content_missing when the manifest of the start is lost.
 */
export async function treeAt(
  { read, baseOf, countLines }: TreeDeps,
  sessionId: SessionId,
  frame: number,
): Promise<Result<CallOutput<'sessions.tree'>>> {
  const session = read.session(sessionId)
  if (session === null) return failure('store.not_found', 'This session is not on record any more.')
  if (frame > session.frames)
    return failure(
      'replay.frame_not_found',
      `This session has ${session.frames} frames; frame ${frame} is not one of them.`,
      { frames: session.frames, frame },
    )
  const base = await baseOf(session)
  if (!base.ok) return base
  const changes = read.changesUpTo(sessionId, frame)
  const net = netChanges(base.value.byPath, changes)
  let counted = 0
  const changesSinceStart: FileChange[] = []
  for (const change of net) {
    if (change.only === null) counted += 1
    changesSinceStart.push(await withCounts(change, counted <= maxCounted ? countLines : null))
  }
  return ok({
    entries: [...applyChanges(base.value.entries, changes)],
    frameChanges: changes.filter((change) => change.frame === frame).map(withoutFrame),
    changesSinceStart,
  })
}

async function withCounts(net: NetChange, count: TreeDeps['countLines'] | null): Promise<FileChange> {
  const { only, ...change } = net
  if (only !== null) {
    const { additions, deletions, binary } = only
    return { ...change, additions, deletions, binary }
  }
  const counts = count === null ? null : await count(change.before, change.after)
  return {
    ...change,
    additions: counts?.additions ?? null,
    deletions: counts?.deletions ?? null,
    binary: false,
  }
}

function withoutFrame({ frame: _, ...change }: FileChange & { readonly frame: number }): FileChange {
  return change
}
