import type { GloveboxError, Result, SessionId, SessionView, StoredEvent } from '../../../shared'
import { createRowCache, type RowCache, rowsPerPage } from './row-cache'

/** What a feed needs from outside: two calls, one stream, and when to tell its listeners. */
export type FeedPorts = {
  readonly getSession: (sessionId: SessionId) => Promise<Result<SessionView>>
  readonly getRows: (
    sessionId: SessionId,
    from: number,
    count: number,
  ) => Promise<Result<{ readonly events: readonly StoredEvent[]; readonly rows: number }>>
  readonly openEvents: (
    sessionId: SessionId,
    afterNow: () => number,
    handlers: {
      readonly onItems: (
        items: readonly { readonly events: readonly StoredEvent[]; readonly view: SessionView }[],
      ) => void
      readonly onError: (error: GloveboxError) => void
    },
  ) => () => void
  /** Runs `task` soon, once: before the next frame is drawn in a window. */
  readonly soon: (task: () => void) => void
}

/** One session as a view sees it at a moment. A new object each time something changed. */
export type FeedState = {
  readonly view: SessionView | null
  readonly count: number
  /** Why the session, its stream or its rows can't be read. */
  readonly error: GloveboxError | null
}

export type SessionFeed = {
  readonly state: () => FeedState
  readonly row: RowCache['get']
  readonly callTitle: RowCache['callTitle']
  readonly subscribe: (listener: () => void) => () => void
  /** Says which rows are looked at: what is missing there is fetched, what is far from there may go. */
  readonly look: (from: number, to: number) => void
  readonly retry: () => void
  readonly held: RowCache['held']
  readonly close: () => void
}

const maxPagesOnTheirWay = 3
const margin = rowsPerPage / 2

/**
 * The rows and the view of one session. Of a finished one it reads pages as they are looked at, of a running one it
 * also follows the events as they are committed; it never reads a whole session.
 */
export function createSessionFeed(sessionId: SessionId, ports: FeedPorts): SessionFeed {
  const cache = createRowCache()
  const listeners = new Set<() => void>()
  let state: FeedState = { view: null, count: 0, error: null }
  let looked = { from: 0, to: 0 }
  let hasLooked = false
  let onTheirWay = 0
  let told = false
  let closed = false
  let closeStream = () => {}

  const tell = (): void => {
    if (told || closed) return
    told = true
    ports.soon(() => {
      told = false
      for (const listener of listeners) listener()
    })
  }
  const change = (patch: Partial<FeedState>): void => {
    state = { ...state, ...patch, count: cache.count() }
    tell()
  }

  const fetchPage = async (page: number): Promise<void> => {
    cache.awaitPage(page)
    onTheirWay += 1
    const reply = await ports.getRows(sessionId, page * rowsPerPage, rowsPerPage)
    onTheirWay -= 1
    if (closed) return
    if (reply.ok) {
      cache.addPage(page, reply.value.events)
      cache.trim(looked.from, looked.to)
      change({})
      fetchMissing()
    } else {
      cache.dropPage(page)
      change({ error: reply.error })
    }
  }

  const fetchMissing = (): void => {
    if (state.error !== null || closed || !hasLooked) return
    const missing = cache.missingPages(looked.from - margin, looked.to + margin)
    for (const page of missing.slice(0, maxPagesOnTheirWay - onTheirWay)) void fetchPage(page)
  }

  const follow = (): void => {
    closeStream = ports.openEvents(sessionId, cache.liveSeq, {
      onItems: (items) => {
        for (const { events } of items) cache.addLive(events)
        cache.trim(looked.from, looked.to)
        const view = items.at(-1)?.view
        change(view === undefined ? {} : { view })
        fetchMissing()
      },
      onError: (error) => change({ error }),
    })
  }

  const open = async (): Promise<void> => {
    const reply = await ports.getSession(sessionId)
    if (closed) return
    if (!reply.ok) return change({ error: reply.error })
    cache.begin(reply.value.rows, reply.value.lastSeq)
    change({ view: reply.value })
    if (reply.value.status === 'running') follow()
    fetchMissing()
  }
  void open()

  return {
    state: () => state,
    row: cache.get,
    callTitle: cache.callTitle,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look: (from, to) => {
      looked = { from, to }
      hasLooked = true
      fetchMissing()
    },
    retry: () => {
      closeStream()
      change({ error: null })
      void open()
    },
    held: cache.held,
    close: () => {
      closed = true
      closeStream()
    },
  }
}
