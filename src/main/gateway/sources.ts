import type { SessionId } from '../../shared'
import type { ChangeNotice } from '../../shared/ipc'
import type { Store } from '../store'
import type { Source } from './subscription'

const maxEvents = 500
const maxBytes = 256 * 1024

/** Events of a session after a sequence number, read from the store: what is sent is what was committed (I3). */
export function sessionSource(store: Pick<Store, 'read' | 'onCommit'>, id: SessionId, after: number): Source {
  let cursor = after
  return {
    next: () => {
      const events = store.read.eventsAfter(id, cursor, maxEvents, maxBytes)
      const last = events.at(-1)
      const view = store.read.session(id)
      if (last === undefined || view === null) return { items: [], more: false }
      cursor = last.seq
      return { items: [{ events, view }], more: last.seq < view.lastSeq }
    },
    onNews: (listener) =>
      store.onCommit((committed) => {
        if (committed === id) listener()
      }),
    ended: () => {
      const view = store.read.session(id)
      return view === null || (view.status !== 'running' && cursor >= view.lastSeq)
    },
  }
}

/** A job that a page waits for: it starts when the page begins to listen, and is asked to end when the page leaves. */
export function jobSource<T>(run: (tell: (item: T) => void, signal: AbortSignal) => Promise<void>): Source {
  let pending: T[] = []
  let isOver = false
  return {
    next: () => {
      const items = pending
      pending = []
      return { items, more: false }
    },
    onNews: (listener) => {
      const left = new AbortController()
      const tell = (item: T): void => {
        // Of steps that nobody has taken in, the newest say enough.
        pending = [...pending.slice(1 - maxPending), item]
        listener()
      }
      void run(tell, left.signal).finally(() => {
        isOver = true
        listener()
      })
      return () => left.abort()
    },
    ended: () => isOver && pending.length === 0,
  }
}

/** Where main announces that something a view shows has changed. */
export type Notices = {
  readonly announce: (notice: ChangeNotice) => void
  readonly source: () => Source
}

const maxPending = 200

export function createNotices(): Notices {
  const listeners = new Set<(notice: ChangeNotice) => void>()
  return {
    announce: (notice) => {
      for (const listener of listeners) listener(notice)
    },
    source: () => {
      let pending: ChangeNotice[] = []
      return {
        next: () => {
          const items = pending
          pending = []
          return { items, more: false }
        },
        onNews: (listener) => {
          const take = (notice: ChangeNotice): void => {
            const known = pending.some(({ topic, id }) => topic === notice.topic && id === notice.id)
            if (!known && pending.length < maxPending) pending.push(notice)
            listener()
          }
          listeners.add(take)
          return () => listeners.delete(take)
        },
        ended: () => false,
      }
    },
  }
}
