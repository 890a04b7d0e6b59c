import type { RowNumbers, SessionFold, SessionId } from '../../../shared'
import type { FoldParts } from '../tables/session-folds'
import type { FrameProjection } from './frame-projection'

/** What the next append to a session needs: the end of its chain and its projections, as of its last commit. */
export type OpenSession = {
  readonly id: SessionId
  readonly key: number
  readonly rows: RowNumbers
  readonly frames: FrameProjection
  readonly link: string
  /** Native lines stored so far. */
  readonly lines: number
  readonly fold: SessionFold
  /** The fold's parts as they are stored; null: none are. */
  readonly savedParts: FoldParts | null
}
