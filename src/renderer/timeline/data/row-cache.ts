import { foldRow, type StoredEvent, type TimelineRow } from '../../../shared'
import { callTitle } from '../words/call-title'
import { weigh } from './row-weight'

export const rowsPerPage = 100

/** How much of a session a window keeps: rows, and characters of text in them. The page being looked at always stays. */
export type CacheBudget = { readonly rows: number; readonly characters: number }
export const defaultBudget: CacheBudget = { rows: 4000, characters: 24_000_000 }

type Entry = { readonly row: TimelineRow; readonly lastSeq: number; readonly weight: number }
type Page = { readonly entries: Map<number, Entry>; weight: number }

/**
 * The rows of one session that a window holds. Live events and fetched pages may come in any order: each row knows
 * the last event folded into it, so an older page never replaces newer rows and no event is folded twice.
 */
export type RowCache = {
  /** Rows of the whole session, as far as this window knows. */
  readonly count: () => number
  /** Number of the last live event taken in: where a stream goes on. */
  readonly liveSeq: () => number
  readonly get: (row: number) => TimelineRow | undefined
  /** Starts from a session's stored state: `rows` rows up to event `seq`. */
  readonly begin: (rows: number, seq: number) => void
  /** Takes in live events, in order. Ones that were taken in before are left out. */
  readonly addLive: (events: readonly StoredEvent[]) => void
  /** Pages in `from` … `to` (rows, both included) that lack a row and are not on their way. */
  readonly missingPages: (from: number, to: number) => readonly number[]
  /** Marks a page as on its way: live events of its rows are kept until it comes. */
  readonly awaitPage: (page: number) => void
  readonly addPage: (page: number, events: readonly StoredEvent[]) => void
  readonly dropPage: (page: number) => void
  /** Drops the pages farthest from the rows in view until the budget holds. */
  readonly trim: (from: number, to: number) => void
  readonly held: () => { readonly rows: number; readonly characters: number }
  /** What a call that may have started a sub-agent was about, of those taken in; its row may have gone since. */
  readonly callTitle: (callId: string) => string | undefined
}

export function createRowCache(budget: CacheBudget = defaultBudget): RowCache {
  const pages = new Map<number, Page>()
  const awaited = new Map<number, StoredEvent[]>()
  const callTitles = new Map<string, string>()
  let count = 0
  let liveSeq = 0
  let heldRows = 0
  let heldCharacters = 0

  const put = (row: TimelineRow, lastSeq: number): void => {
    const number = pageOf(row.row)
    const page = pages.get(number) ?? { entries: new Map<number, Entry>(), weight: 0 }
    pages.set(number, page)
    const earlier = page.entries.get(row.row)
    const weight = weigh(row)
    page.entries.set(row.row, { row, lastSeq, weight })
    page.weight += weight - (earlier?.weight ?? 0)
    heldCharacters += weight - (earlier?.weight ?? 0)
    if (earlier === undefined && row.type === 'tool' && row.call.kind === 'other')
      callTitles.set(row.call.callId, callTitle(row.call))
    if (earlier === undefined) heldRows += 1
  }

  const entryOf = (row: number): Entry | undefined => pages.get(pageOf(row))?.entries.get(row)

  /** Folds a row's next events in, those that it does not hold yet. `entry` undefined: they are the row's first ones. */
  const foldIn = (entry: Entry | undefined, events: readonly StoredEvent[]): void => {
    const fresh = events.filter(({ seq }) => seq > (entry?.lastSeq ?? 0))
    const row = joinOutputs(fresh).reduce<TimelineRow | undefined>(foldRow, entry?.row)
    const lastSeq = fresh.at(-1)?.seq
    if (row !== undefined && lastSeq !== undefined) put(row, lastSeq)
  }

  const addLive = (events: readonly StoredEvent[]): void => {
    const known = count
    for (const [row, rowEvents] of groupByRow(events.filter(({ seq }) => seq > liveSeq))) {
      const entry = entryOf(row)
      if (entry !== undefined || row >= known) foldIn(entry, rowEvents)
      else awaited.get(pageOf(row))?.push(...rowEvents)
      count = Math.max(count, row + 1)
    }
    liveSeq = Math.max(liveSeq, events.at(-1)?.seq ?? 0)
  }

  const addPage = (number: number, events: readonly StoredEvent[]): void => {
    for (const [row, rowEvents] of groupByRow(events)) {
      if (pageOf(row) !== number) continue
      const newer = (entryOf(row)?.lastSeq ?? 0) < (rowEvents.at(-1)?.seq ?? 0)
      if (newer) foldIn(undefined, rowEvents)
      count = Math.max(count, row + 1)
    }
    const late = awaited.get(number) ?? []
    awaited.delete(number)
    for (const [row, rowEvents] of groupByRow(late)) {
      const entry = entryOf(row)
      if (entry !== undefined) foldIn(entry, rowEvents)
    }
  }

  const missingPages = (from: number, to: number): readonly number[] => {
    const last = Math.min(to, count - 1)
    const missing: number[] = []
    for (let number = pageOf(Math.max(0, from)); number * rowsPerPage <= last; number += 1) {
      const rows = Math.min(rowsPerPage, count - number * rowsPerPage)
      if ((pages.get(number)?.entries.size ?? 0) < rows && !awaited.has(number)) missing.push(number)
    }
    return missing
  }

  const trim = (from: number, to: number): void => {
    if (heldRows <= budget.rows && heldCharacters <= budget.characters) return
    const first = pageOf(from)
    const last = pageOf(to)
    const distance = (page: number) => Math.max(first - page, page - last, 0)
    for (const number of [...pages.keys()].sort((a, b) => distance(b) - distance(a))) {
      const page = pages.get(number)
      if (distance(number) === 0 || page === undefined) return
      pages.delete(number)
      heldRows -= page.entries.size
      heldCharacters -= page.weight
      if (heldRows <= budget.rows && heldCharacters <= budget.characters) return
    }
  }

  return {
    count: () => count,
    liveSeq: () => liveSeq,
    get: (row) => entryOf(row)?.row,
    begin: (rows, seq) => {
      count = Math.max(count, rows)
      liveSeq = Math.max(liveSeq, seq)
    },
    addLive,
    missingPages,
    awaitPage: (page) => {
      if (!awaited.has(page)) awaited.set(page, [])
    },
    addPage,
    dropPage: (page) => awaited.delete(page),
    trim,
    held: () => ({ rows: heldRows, characters: heldCharacters }),
    callTitle: (callId) => callTitles.get(callId),
  }
}

export const pageOf = (row: number): number => Math.floor(row / rowsPerPage)

function groupByRow(events: readonly StoredEvent[]): ReadonlyMap<number, readonly StoredEvent[]> {
  const rows = new Map<number, StoredEvent[]>()
  for (const event of events) {
    const row = rows.get(event.row)
    if (row === undefined) rows.set(event.row, [event])
    else row.push(event)
  }
  return rows
}

/**
 * Joins neighbouring outputs of one call. Folding appends to a bounded text, which copies it: at 5,000 outputs a
 * second once per batch instead of once per event. The row comes out the same.
 */
function joinOutputs(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const joined: StoredEvent[] = []
  let texts: string[] = []
  let newest: StoredEvent | null = null
  const flush = (): void => {
    if (newest?.body.type === 'tool.output')
      joined.push({ ...newest, body: { ...newest.body, text: texts.join('') } })
    texts = []
    newest = null
  }
  for (const event of events) {
    if (newest !== null && (event.body.type !== 'tool.output' || event.row !== newest.row)) flush()
    if (event.body.type === 'tool.output') {
      texts.push(event.body.text)
      newest = event
    } else joined.push(event)
  }
  flush()
  return joined
}
