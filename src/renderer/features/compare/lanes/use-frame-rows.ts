import { useMemo } from 'react'
import {
  type EventType,
  type FrameView,
  foldRow,
  type SessionView,
  type TimelineRow,
} from '../../../../shared'
import { useCall } from '../../../lib/use-call'

/** Rows of a frame shown at most; replay shows them all. */
const maxRows = 60

export type FrameRows = {
  readonly rows: readonly TimelineRow[]
  readonly omitted: number
  readonly isLoading: boolean
  readonly error: Extract<ReturnType<typeof useRowsCall>, { state: 'failed' }>['error'] | null
  readonly reload: () => void
}

function useRowsCall(session: SessionView, from: number, count: number) {
  return useCall('sessions.rows', count === 0 ? null : { sessionId: session.id, from, count })
}

/** What happened in a frame: its timeline rows, with arguments, results and changes. */
export function useFrameRows(session: SessionView, frames: readonly FrameView[], index: number): FrameRows {
  const from = frames[index]?.firstRow ?? 0
  const end = frames[index + 1]?.firstRow ?? session.rows
  const count = Math.max(0, Math.min(maxRows, end - from))
  const loaded = useRowsCall(session, from, count)
  const events = loaded.value?.events
  const rows = useMemo(() => {
    const byRow = new Map<number, TimelineRow>()
    for (const event of events ?? []) {
      const row = foldRow(byRow.get(event.row), event)
      if (row !== undefined) byRow.set(event.row, row)
    }
    return [...byRow.values()].filter((row) => !isEnd(row))
  }, [events])
  return {
    rows,
    omitted: Math.max(0, end - from - count),
    isLoading: count > 0 && loaded.state === 'loading',
    error: loaded.state === 'failed' ? loaded.error : null,
    reload: loaded.reload,
  }
}

/** The last frame's rows run to the session's end: what ends the session belongs to no frame. */
function isEnd(row: TimelineRow): boolean {
  return row.type === 'event' && afterFrames.has(row.body.type)
}

const afterFrames: ReadonlySet<EventType> = new Set<EventType>([
  'process.exited',
  'output.checked',
  'secrets.masked',
  'transcript.kept',
  'session.finished',
])
