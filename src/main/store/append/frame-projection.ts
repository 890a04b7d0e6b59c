import type { EventOf, StoredEvent } from '../../../shared'
import {
  endFrame,
  type FrameFold,
  foldFrame,
  foldFrameChange,
  foldResult,
  reopenFrame,
  startFrame,
} from './frame-fold'

export type FrameProjection = {
  readonly apply: (event: StoredEvent) => void
  /** Frames that changed since they were taken last. */
  readonly takeChanged: () => readonly FrameFold[]
}

/**
 * Projects one session's events onto its frames. Only the open frame and those that changed in this batch are in
 * memory; `load` fetches an earlier one when a late result or change names it. `unsettled` is what a restart left.
 */
export function createFrameProjection(deps: {
  readonly load: (frame: number) => FrameFold | null
  readonly unsettled: readonly FrameFold[]
}): FrameProjection {
  const changed = new Map<number, FrameFold>()
  /** Calls without a result yet: call id → frame. */
  const waiting = new Map<string, number>()
  let open: FrameFold | null = null

  for (const fold of deps.unsettled) {
    if (fold.view.endedAt === null) open = fold
    for (const { callId, failed } of fold.view.tools)
      if (failed === null) waiting.set(callId, fold.view.frame)
  }

  const find = (frame: number): FrameFold | null =>
    open?.view.frame === frame ? open : (changed.get(frame) ?? deps.load(frame))
  const put = (fold: FrameFold): void => {
    changed.set(fold.view.frame, fold)
    if (open?.view.frame === fold.view.frame) open = fold
  }
  const update = (frame: number, change: (fold: FrameFold) => FrameFold): void => {
    const fold = find(frame)
    if (fold !== null) put(change(fold))
  }
  const close = (at: number): void => {
    if (open === null) return
    put(endFrame(open, at))
    open = null
  }

  const startOrReopen = (event: StoredEvent, body: EventOf<'frame.started'>): FrameFold => {
    const known = find(body.frame)
    return known === null ? startFrame(event, body) : reopenFrame(known, event.seq)
  }

  const applyResult = (body: EventOf<'tool.finished'>): void => {
    const frame = waiting.get(body.callId)
    waiting.delete(body.callId)
    if (frame !== undefined) update(frame, (fold) => foldResult(fold, body))
  }
  const applyInside = (event: StoredEvent): void => {
    const { body } = event
    if (open !== null) put(foldFrame(open, event))
    if (body.type === 'tool.finished') applyResult(body)
    if (body.type === 'file.changed') update(body.frame, (fold) => foldFrameChange(fold, body, event.row))
    if (body.type === 'frame.finished' && open?.view.frame === body.frame) close(event.at)
    // A call beyond those that a frame lists waits for nothing.
    if (body.type === 'tool.called' && open?.view.tools.at(-1)?.callId === body.callId)
      waiting.set(body.callId, open.view.frame)
  }
  const apply = (event: StoredEvent): void => {
    const { body } = event
    if (body.type === 'session.finished') close(event.at)
    else if (body.type === 'frame.started') {
      close(event.at)
      open = startOrReopen(event, body)
      put(open)
    } else applyInside(event)
  }

  return {
    apply,
    takeChanged: () => {
      const taken = [...changed.values()]
      changed.clear()
      return taken
    },
  }
}
