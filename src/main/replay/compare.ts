import { type Comparison, failure, ok, type Result, type SessionId, type SessionView } from '../../shared'
import type { StoreReader } from '../store'
import type { Aligner } from './aligner'
import { resultingFiles, type SessionFiles } from './resulting-files'
import type { StepReader } from './steps'
import type { createTrees } from './trees'

export type CompareDeps = {
  readonly read: Pick<StoreReader, 'session' | 'frames' | 'changesUpTo'>
  readonly baseOf: ReturnType<typeof createTrees>
  readonly readSteps: StepReader
  readonly align: Aligner
}

/** Puts two sessions side by side. Fails with store.not_found, or replay.content_missing when a start is lost. */
export async function compareSessions(
  deps: CompareDeps,
  leftId: SessionId,
  rightId: SessionId,
): Promise<Result<Comparison>> {
  const left = deps.read.session(leftId)
  const right = deps.read.session(rightId)
  if (left === null || right === null)
    return failure(
      'store.not_found',
      `Session ${left === null ? 'A' : 'B'} is not on record any more. Choose another one to compare.`,
    )
  const leftFrames = deps.read.frames(leftId)
  const rightFrames = deps.read.frames(rightId)
  const leftSteps = await deps.readSteps(left, leftFrames)
  const rightSteps = await deps.readSteps(right, rightFrames)
  const alignment = await deps.align(leftSteps, rightSteps)
  if (!alignment.ok) return alignment
  const leftFiles = await filesOf(deps, left)
  if (!leftFiles.ok) return leftFiles
  const rightFiles = await filesOf(deps, right)
  if (!rightFiles.ok) return rightFiles
  const sameBase = left.baseTree !== null && left.baseTree === right.baseTree
  const { files, omitted } = resultingFiles(leftFiles.value, rightFiles.value, sameBase)
  return ok({
    left,
    right,
    leftFrames: [...leftFrames],
    rightFrames: [...rightFrames],
    alignment: alignment.value,
    sameBase,
    files: [...files],
    filesOmitted: omitted,
  })
}

async function filesOf({ read, baseOf }: CompareDeps, session: SessionView): Promise<Result<SessionFiles>> {
  const base = await baseOf(session)
  return base.ok ? ok({ base: base.value, changes: read.changesUpTo(session.id, session.frames) }) : base
}
