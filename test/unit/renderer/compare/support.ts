import {
  type AlignedPair,
  type FrameView,
  noUsage,
  type SessionView,
  startFold,
} from '../../../../src/shared'
import { ids, started } from '../../../support/builders'

export const exact = (left: number, right = left): AlignedPair => ({
  type: 'matched',
  left,
  right,
  level: 'exact',
  difference: null,
})
export const other = (left: number, right = left, difference = 'other text'): AlignedPair => ({
  type: 'matched',
  left,
  right,
  level: 'intent',
  difference,
})
export const leftOnly = (left: number): AlignedPair => ({ type: 'left_only', left })
export const rightOnly = (right: number): AlignedPair => ({ type: 'right_only', right })

export function aFrame(...tools: readonly (readonly [kind: string, target: string])[]): FrameView {
  return {
    frame: 1,
    turn: 1,
    firstSeq: 1,
    lastSeq: 1,
    firstRow: 1,
    at: 0,
    endedAt: null,
    title: '',
    thinking: false,
    tools: tools.map(([kind, target], row) => ({
      callId: `${row}`,
      tool: kind,
      kind,
      target,
      failed: false,
      row,
    })),
    changes: [],
    usage: noUsage,
  }
}

export function aSession(patch: Partial<SessionView> = {}): SessionView {
  return { ...startFold(ids.session, 1000, started()).view, status: 'succeeded', endedAt: 2000, ...patch }
}
