import type { StoredEvent } from '../../shared'
import { type EventRow, type EventsReader, toStoredEvent } from './tables/events'

/** Of one row at most its first events (the call) and the newest ones (recent output, the result). */
const firstPerRow = 3
const newestPerRow = 200
/** Size of one row's events, in characters; a first and a last event come whole. */
const rowSize = { least: 16 * 1024, most: 96 * 1024 }
const pageSize = 8 * 1024 * 1024

/** Events of a page of rows, in order; bounded however many events a row has. */
export function readRows(events: EventsReader, session: number, from: number, count: number): StoredEvent[] {
  const limit = Math.min(rowSize.most, Math.max(rowSize.least, Math.floor(pageSize / Math.max(1, count))))
  const found: EventRow[] = []
  for (let row = from; row < from + count; row += 1) {
    const part = readRow(events, session, row, limit)
    if (part.length === 0) break
    found.push(...part)
  }
  return found.sort((a, b) => a.seq - b.seq).map(toStoredEvent)
}

function readRow(events: EventsReader, session: number, row: number, limit: number): readonly EventRow[] {
  const newest: EventRow[] = []
  let size = 0
  let cut = false
  for (const event of events.newestOfRow(session, row, newestPerRow + 1)) {
    size += event.body.length
    cut = newest.length === newestPerRow || (newest.length > 0 && size > limit)
    if (cut) break
    newest.push(event)
  }
  if (!cut) return newest
  const oldestKept = newest.at(-1)?.seq ?? 0
  const first = events.firstOfRow(session, row, firstPerRow).filter(({ seq }) => seq < oldestKept)
  return [...newest, ...first]
}

/** Events after `after`, at most `limit` of them and about `maxSize` characters; at least one where there is one. */
export function readAfter(
  events: EventsReader,
  session: number,
  after: number,
  limit: number,
  maxSize: number,
): StoredEvent[] {
  const found: EventRow[] = []
  let size = 0
  for (const event of events.after(session, after, limit)) {
    size += event.body.length
    if (found.length > 0 && size > maxSize) break
    found.push(event)
  }
  return found.map(toStoredEvent)
}
