import type { FrameView, SessionView } from '../../../../shared'
import { go } from '../../../lib/navigation'

/** One session's part in the lanes. */
export type LaneSession = {
  readonly session: SessionView
  readonly frames: readonly FrameView[]
  /** What the reader opened in its rows. */
  readonly kept: Map<string, boolean>
}

/** Opens a frame in its session's replay. */
export function openFrame({ session, frames }: LaneSession, index: number): void {
  go({ view: 'replay', sessionId: session.id, frame: frames[index]?.frame ?? null })
}
