import type { FileContent, FileState, Result, SessionId } from '../../shared'
import type { CallOutput } from '../../shared/ipc'
import type { StoreReader } from '../store'
import { createAligner } from './aligner'
import { compareSessions } from './compare'
import { createLineCounts } from './line-counts'
import type { Content } from './read-text'
import { createStepReader } from './steps'
import { treeAt } from './tree-at'
import { createTrees } from './trees'
import { createViewContent } from './view-content'

export type ReplayDeps = {
  readonly read: StoreReader
  /** Content bytes by hash, as the store gives them. */
  readonly content: Content
  /** The built file of align-worker.ts. */
  readonly alignWorkerPath: string | URL
  /** Milliseconds of a clock that only goes forward: it measures how long aligning takes. */
  readonly now: () => number
}

/** What can be asked of recorded sessions beyond their events: files as of a frame, content, two side by side. */
export type Replay = {
  readonly tree: (sessionId: SessionId, frame: number) => Promise<Result<CallOutput<'sessions.tree'>>>
  readonly content: (
    sessionId: SessionId,
    hash: string,
    mode: FileState['mode'],
  ) => Promise<Result<FileContent>>
  readonly compare: (left: SessionId, right: SessionId) => Promise<Result<CallOutput<'sessions.compare'>>>
}

export function createReplay({ read, content, alignWorkerPath, now }: ReplayDeps): Replay {
  const baseOf = createTrees(content)
  const countLines = createLineCounts(content)
  const viewContent = createViewContent({ read, content, baseOf })
  const readSteps = createStepReader(read)
  const align = createAligner(alignWorkerPath, now)
  return {
    tree: (sessionId, frame) => treeAt({ read, baseOf, countLines }, sessionId, frame),
    content: viewContent,
    compare: (left, right) => compareSessions({ read, baseOf, readSteps, align }, left, right),
  }
}
