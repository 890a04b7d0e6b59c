import { createHash, hash } from 'node:crypto'
import type { SessionId } from '../../shared'
import type { LinkedEventRow } from './tables/events'

/**
 * The hash chain of a session (I4): each event's link is SHA-256 over the link before (hex) and the event's number,
 * time, type and stored JSON, one per line; none of the first four can hold a line break. The chain starts from the
 * session's id, so events can't be moved between sessions. `row` is left out: it is derived.
 */
export function chainStart(id: SessionId): string {
  return hash('sha256', `glovebox session ${id}`, 'hex')
}

/** The link of an event that follows `previous`, in hex. `json` is the body as it is stored. */
export function chainLink(previous: string, seq: number, at: number, type: string, json: string): string {
  return hash('sha256', `${previous}\n${seq}\n${at}\n${type}\n${json}`, 'hex')
}

/** The same over the stored bytes: text that was altered into the same characters by other bytes is told apart, too. */
function linkOfStored(previous: string, { seq, at, type, bytes }: LinkedEventRow): string {
  return createHash('sha256').update(`${previous}\n${seq}\n${at}\n${type}\n`).update(bytes).digest('hex')
}

export type ChainEnd = { readonly seq: number; readonly hash: Buffer }

/** How many events hold, and the first that is altered, missing or too many; null where all hold. */
export type Verified = { readonly events: number; readonly brokenSeq: number | null }

/** Follows a chain from its start, some events at a time. `end` is what the session recorded as its last link. */
export function createChainCheck(id: SessionId) {
  let count = 0
  let link = chainStart(id)
  return {
    /** Events that hold so far. */
    count: () => count,
    /** Takes the next events; the result as soon as one doesn't hold. */
    follow: (events: readonly LinkedEventRow[], end: ChainEnd): Verified | null => {
      for (const event of events) {
        const seq = count + 1
        link = linkOfStored(link, event)
        if (event.seq !== seq || seq > end.seq || event.hash.toString('hex') !== link)
          return { events: count, brokenSeq: seq }
        count = seq
      }
      return null
    },
    /** The result when there are no more events. */
    finish: (end: ChainEnd): Verified => {
      if (count < end.seq) return { events: count, brokenSeq: count + 1 }
      return { events: count, brokenSeq: end.hash.toString('hex') === link ? null : Math.max(1, count) }
    },
  }
}
