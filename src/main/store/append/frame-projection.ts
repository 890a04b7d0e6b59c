import type { EventOf, StoredEvent } from '../../../shared'
import {
  endFrame,
  type FrameFold,
  foldFrame,
  foldFrameChange,
  foldResult,
  reachSeq,
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
  /** The open frame's last event: noted in the frame only when it is taken, since most events change nothing else. */
  let lastSeq = 0

  const put = (fold: FrameFold): void => {
    changed.set(fold.view.frame, fold)
    if (open?.view.frame === fold.view.frame) open = fold
  }
  const find = (frame: number): FrameFold | null =>
    open?.view.frame === frame ? open : (changed.get(frame) ?? deps.load(frame))
  const update = (frame: number, change: (fold: FrameFold) => FrameFold): void => {
    const fold = find(frame)
    if (fold !== null) put(change(fold))
  }
  const setOpen = (fold: FrameFold): void => {
    open = fold
    lastSeq = fold.view.lastSeq
  }
  const noteLastSeq = (): void => {
    if (open !== null && open.view.lastSeq !== lastSeq) put(reachSeq(open, lastSeq))
  }
  const close = (at: number): void => {
    noteLastSeq()
    if (open !== null) put(endFrame(open, at))
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
  const applyToOpen = (fold: FrameFold, event: StoredEvent): void => {
    const next = foldFrame(fold, event)
    lastSeq = event.seq
    if (next !== fold) put(next)
    // A call beyond those that a frame lists waits for nothing.
    const { body } = event
    if (body.type === 'tool.called' && next.view.tools.at(-1)?.callId === body.callId)
      waiting.set(body.callId, next.view.frame)
  }
  const applyInside = (event: StoredEvent): void => {
    const { body } = event
    if (open !== null) applyToOpen(open, event)
    if (body.type === 'tool.finished') applyResult(body)
    if (body.type === 'file.changed') update(body.frame, (fold) => foldFrameChange(fold, body, event.row))
    if (body.type === 'frame.finished' && open?.view.frame === body.frame) close(event.at)
  }

  for (const fold of deps.unsettled) {
    if (fold.view.endedAt === null) setOpen(fold)
    for (const { callId, failed } of fold.view.tools)
      if (failed === null) waiting.set(callId, fold.view.frame)
  }

  return {
    apply: (event) => {
      const { body } = event
      if (body.type === 'session.finished') close(event.at)
      else if (body.type === 'frame.started') {
        close(event.at)
        const fold = startOrReopen(event, body)
        setOpen(fold)
        put(fold)
      } else applyInside(event)
    },
    takeChanged: () => {
      noteLastSeq()
      const taken = [...changed.values()]
      changed.clear()
      return taken
    },
  }
}
