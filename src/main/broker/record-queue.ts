import type { SecretPart } from '../log'

/** A line or an event on its way into the record. */
export type QueuedEntry = {
  /** How many of its texts wait to be known. */
  waits: number
  /** What of it belongs to secrets that are split over several entries. */
  readonly parts: SecretPart[]
  /** Characters it holds in memory, about. */
  readonly size: number
  readonly write: (parts: readonly SecretPart[]) => void
}

/** Writes entries in their order; one that waits holds back those behind it. */
export type RecordQueue = {
  readonly add: (entry: QueuedEntry) => void
  /** Writes what waits for nothing any more. */
  readonly drain: () => void
  readonly isEmpty: () => boolean
}

/** What is held back at most, in entries and in characters; more of it, and `onFull` has to set the first ones free. */
const maxEntries = 1000
const maxSize = 4 * 1024 * 1024

export function createRecordQueue(onFull: () => void): RecordQueue {
  const entries: QueuedEntry[] = []
  let size = 0
  const drain = (): void => {
    for (let first = entries[0]; first !== undefined && first.waits === 0; first = entries[0]) {
      entries.shift()
      size -= first.size
      first.write(first.parts)
    }
  }
  return {
    add: (entry) => {
      entries.push(entry)
      size += entry.size
      drain()
      if (entries.length > maxEntries || size > maxSize) onFull()
    },
    drain,
    isEmpty: () => entries.length === 0,
  }
}
