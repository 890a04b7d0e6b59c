import type { EventOf, EventType, FrameView, StoredEvent } from '../../../src/shared'

/** Frames of a session worked out from the whole list, one question at a time: slow, and no code shared with the store. */
export function naiveFrames(events: readonly StoredEvent[]): readonly Omit<FrameView, 'usage'>[] {
  return events.filter(isOf('frame.started')).map((start) => naiveFrame(events, start))
}

/** Input tokens of each frame: the last report of each response within it. */
export function naiveInputTokens(events: readonly StoredEvent[]): readonly number[] {
  return events.filter(isOf('frame.started')).map((start) => {
    const last = new Map(
      membersOf(events, start)
        .filter(isOf('agent.usage'))
        .map(({ body }) => [body.responseId, body.usage.inputTokens]),
    )
    return [...last.values()].reduce((sum, tokens) => sum + tokens, 0)
  })
}

type Of<T extends EventType> = StoredEvent & { readonly body: EventOf<T> }
const isOf =
  <T extends EventType>(type: T) =>
  (event: StoredEvent): event is Of<T> =>
    event.body.type === type

/** The event that ends a frame: its own end, the start of another one, or the session's end. */
function endOf(events: readonly StoredEvent[], start: Of<'frame.started'>): StoredEvent | undefined {
  return events.find(
    ({ seq, body }) =>
      seq > start.seq &&
      (body.type === 'frame.started' ||
        body.type === 'session.finished' ||
        (body.type === 'frame.finished' && body.frame === start.body.frame)),
  )
}

function membersOf(events: readonly StoredEvent[], start: Of<'frame.started'>): readonly StoredEvent[] {
  const end = endOf(events, start)
  const last = end?.body.type === 'frame.finished' ? end.seq : (end?.seq ?? Number.POSITIVE_INFINITY) - 1
  return events.filter(({ seq }) => seq >= start.seq && seq <= last)
}

function naiveFrame(events: readonly StoredEvent[], start: Of<'frame.started'>): Omit<FrameView, 'usage'> {
  const members = membersOf(events, start)
  const calls = members.filter(isOf('tool.called'))
  const { frame, turn } = start.body
  return {
    frame,
    turn,
    firstSeq: start.seq,
    lastSeq: members.at(-1)?.seq ?? start.seq,
    firstRow: start.row + 1,
    at: start.at,
    endedAt: endOf(events, start)?.at ?? null,
    title: naiveTitle(members),
    thinking: members.some(isOf('agent.thinking')),
    tools: calls.map(({ seq, row, body: { callId, tool, kind, target } }) => {
      const result = events
        .filter(isOf('tool.finished'))
        .find((event) => event.seq > seq && event.body.callId === callId)
      return { callId, tool, kind, target, failed: result?.body.failed ?? null, row }
    }),
    changes: events
      .filter(isOf('file.changed'))
      .filter(({ seq, body }) => seq > start.seq && body.frame === frame)
      .map(({ row, body: { path, change, additions, deletions } }) => ({
        path,
        change,
        additions,
        deletions,
        row,
      })),
  }
}

function naiveTitle(members: readonly StoredEvent[]): string {
  const spoken = members.filter(isOf('agent.message')).map(({ body }) => body.text)
  const thought = members.filter(isOf('agent.thinking')).map(({ body }) => body.text)
  const called = members
    .filter(isOf('tool.called'))
    .map(({ body }) => (body.target === null ? body.tool : `${body.tool} ${body.target}`))
  const lines = [...spoken, ...thought, ...called].map((text) => text.split(/\s+/).filter(Boolean).join(' '))
  return lines.find((line) => line !== '') ?? ''
}
