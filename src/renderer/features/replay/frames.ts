import type { FrameView } from '../../../shared'

/** What a frame is marked as on the scrub bar: the strongest of what happened in it. */
export type Mark = 'error' | 'change' | 'command' | 'plain'
const strength: Readonly<Record<Mark, number>> = { plain: 0, command: 1, change: 2, error: 3 }

export function markOf({ tools, changes }: FrameView): Mark {
  if (tools.some(({ failed }) => failed === true)) return 'error'
  if (changes.length > 0) return 'change'
  return tools.some(({ kind }) => kind === 'run') ? 'command' : 'plain'
}

export type MarkAt = { readonly frame: number; readonly mark: Mark }

/** At most `places` marks for the positions 0 … `frames.length`: where several share a place, the strongest is shown. */
export function marksFor(frames: readonly FrameView[], places: number): readonly MarkAt[] {
  const marks = new Map<number, MarkAt>([[0, { frame: 0, mark: 'plain' }]])
  const last = Math.max(1, Math.min(frames.length, places - 1))
  for (const [index, frame] of frames.entries()) {
    const place = Math.round(((index + 1) / frames.length) * last)
    const mark = markOf(frame)
    const there = marks.get(place)
    if (there === undefined || strength[mark] > strength[there.mark])
      marks.set(place, { frame: index + 1, mark })
  }
  return [...marks.values()]
}

/** The next frame after `from` (a frame's number) that `test` holds for, around the end; null when there is none. */
export function nextWhere(
  frames: readonly FrameView[],
  from: number,
  test: (frame: FrameView) => boolean,
): number | null {
  const inOrder = [...frames.slice(from), ...frames.slice(0, from)]
  return inOrder.find(test)?.frame ?? null
}

/** First frame of the turn after the one of `from`; the last frame when there is none. */
export function nextTurn(frames: readonly FrameView[], from: number): number {
  const turn = frames[from - 1]?.turn ?? 0
  return frames.slice(from).find((frame) => frame.turn > turn)?.frame ?? frames.length
}

/** First frame of the turn of `from`, or of the one before when `from` is that frame already. */
export function previousTurn(frames: readonly FrameView[], from: number): number {
  const before = frames[from - 2]
  if (before === undefined) return 0
  return frames.find(({ turn }) => turn === before.turn)?.frame ?? 0
}

/** The frames that nothing more comes to: all before the first that is open or waits for a call's result. */
export function settledFrames(frames: readonly FrameView[]): readonly FrameView[] {
  const first = frames.findIndex(
    ({ endedAt, tools }) => endedAt === null || tools.some(({ failed }) => failed === null),
  )
  return first === -1 ? frames : frames.slice(0, first)
}

/** Rows of a frame: from its first to the one before the next frame's first. `rows`: how many the session has. */
export function rowsOfFrame(
  frames: readonly FrameView[],
  frame: number,
  rows: number,
): { readonly from: number; readonly count: number } {
  const from = frame === 0 ? 0 : (frames[frame - 1]?.firstRow ?? 0)
  const end = frames[frame]?.firstRow ?? rows
  return { from, count: Math.max(0, end - from) }
}
