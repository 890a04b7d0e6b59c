import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EventBody, failure, type GloveboxError, type SessionId } from '../../shared'
import { StoreError } from './store-error'
import type { NewEvent, NewLine } from './types'

export type EventBatcher = {
  /** Queues one event; it is committed within `maxDelayMs`, in order. */
  readonly push: (id: SessionId, body: EventBody) => void
  /** Queues one line of the agent program, to be kept in its place between the events. */
  readonly pushLine: (id: SessionId, line: NewLine['line']) => void
  /** Commits everything that is queued before it returns; throws what the append throws, keeping what is left. */
  readonly flush: () => void
  /** The same, batch by batch with turns of the main loop between them: after a flood there may be a hundred of them. */
  readonly drain: () => Promise<void>
  /**
   * Tells when the store can't take what is queued, at once where that is so already; the return value ends that. A
   * database that another program holds is waited for first.
   */
  readonly onFailing: (listener: (error: GloveboxError) => void) => () => void
}

/** Calls back later; returns what cancels it. `delayMs` null: as soon as the main loop has had its turn. */
export type Schedule = (run: () => void, delayMs: number | null) => () => void

export type EventBatcherOptions = {
  readonly now: () => number
  readonly maxDelayMs?: number
  /** Events per transaction: what keeps one commit below a few milliseconds. */
  readonly maxEvents?: number
  readonly schedule?: Schedule
  /** A commit in the background failed (StoreError): its events stay queued and are tried again with the next push or flush. */
  readonly onError?: (cause: unknown) => void
}

type Entry = NewEvent | NewLine

const maxOutput = 32 * 1024
/** Characters of native lines and output per transaction, beyond which no more is added: a line may be long. */
const maxBatchText = 256 * 1024
/** How long a database may be held by another program before that counts as failing. */
const maxHeldMs = 15_000

/**
 * Gathers events, so that a flood costs one transaction per batch instead of one per event. Output that follows output
 * of the same stream becomes one event of at most 32 KiB (in characters). A burst is worked off one batch per turn of
 * the main loop.
 */
export function createEventBatcher(
  writer: { readonly append: (id: SessionId, entries: readonly Entry[]) => unknown },
  options: EventBatcherOptions,
): EventBatcher {
  const { now, maxDelayMs = 50, maxEvents = 200, schedule = scheduleByTimers, onError = () => {} } = options
  const queues = new Map<SessionId, Entry[]>()
  let queued = 0
  let cancel: (() => void) | null = null
  let soon = false
  const listeners = new Set<(error: GloveboxError) => void>()
  let failingSince: number | null = null
  let failing: GloveboxError | null = null

  const noteFailure = (cause: unknown): void => {
    failingSince ??= now()
    if (failing !== null || (isHeld(cause) && now() - failingSince < maxHeldMs)) return
    const error = errorOf(cause)
    failing = error
    for (const listener of [...listeners]) listener(error)
  }
  const append = (id: SessionId, batch: readonly Entry[]): void => {
    try {
      writer.append(id, batch)
    } catch (cause) {
      noteFailure(cause)
      throw cause
    }
    failingSince = null
    failing = null
  }

  /** Commits the oldest batch of the session that waits longest. */
  const commitBatch = (): void => {
    const [first] = queues
    if (first === undefined) return
    const [id, queue] = first
    const batch = queue.slice(0, batchSize(queue, maxEvents))
    append(id, batch)
    queue.splice(0, batch.length)
    queued -= batch.length
    queues.delete(id)
    if (queue.length > 0) queues.set(id, queue)
  }
  const plan = (atOnce: boolean): void => {
    if (cancel !== null && (soon || !atOnce)) return
    cancel?.()
    soon = atOnce
    cancel = schedule(work, atOnce ? null : maxDelayMs)
  }
  const unplan = (): void => {
    cancel?.()
    cancel = null
    soon = false
  }
  const work = (): void => {
    cancel = null
    soon = false
    try {
      commitBatch()
    } catch (cause) {
      onError(cause)
      return
    }
    if (queued > 0) plan(true)
  }

  const queueOf = (id: SessionId): Entry[] => {
    const queue = queues.get(id) ?? []
    if (queue.length === 0) queues.set(id, queue)
    return queue
  }
  const add = (queue: Entry[], entry: Entry): void => {
    queue.push(entry)
    queued += 1
  }

  return {
    push: (id, body) => {
      const queue = queueOf(id)
      const last = queue.at(-1)
      const joined = last === undefined || 'line' in last ? null : joinOutput(last.body, body)
      if (last !== undefined && joined !== null) queue[queue.length - 1] = { at: last.at, body: joined }
      else add(queue, { at: now(), body })
      plan(queued >= maxEvents)
    },
    pushLine: (id, line) => {
      add(queueOf(id), { at: now(), line })
      plan(queued >= maxEvents)
    },
    flush: () => {
      unplan()
      while (queued > 0) commitBatch()
    },
    drain: async () => {
      unplan()
      while (queued > 0) {
        commitBatch()
        await nextTurn()
      }
    },
    onFailing: (listener) => {
      listeners.add(listener)
      if (failing !== null) listener(failing)
      return () => void listeners.delete(listener)
    },
  }
}

function isHeld(cause: unknown): boolean {
  return cause instanceof StoreError && /^SQLITE_(BUSY|LOCKED)/.test(String(cause.error.details['reason']))
}

function errorOf(cause: unknown): GloveboxError {
  return cause instanceof StoreError
    ? cause.error
    : failure('internal.bug', 'Glovebox could not store events. The log says why.', {}, cause).error
}

function batchSize(queue: readonly Entry[], maxEntries: number): number {
  let text = 0
  let size = 0
  for (const entry of queue) {
    if (size >= maxEntries || (size > 0 && text > maxBatchText)) break
    text += textOf(entry)
    size += 1
  }
  return size
}

function textOf(entry: Entry): number {
  if ('line' in entry) return entry.line.text.length
  return 'text' in entry.body ? entry.body.text.length : 0
}

/** One event for two that follow each other in the same stream; null where they are to stay apart. */
function joinOutput(first: EventBody, second: EventBody): EventBody | null {
  if (first.type === 'tool.output' && second.type === 'tool.output')
    return first.callId === second.callId && first.stream === second.stream && fits(first.text, second.text)
      ? { ...first, text: first.text + second.text }
      : null
  if (first.type === 'process.output' && second.type === 'process.output')
    return first.stream === second.stream && fits(first.text, second.text)
      ? { ...first, text: first.text + second.text }
      : null
  return null
}

function fits(first: string, second: string): boolean {
  return first.length + second.length <= maxOutput
}

const scheduleByTimers: Schedule = (run, delayMs) => {
  if (delayMs === null) {
    const soon = setImmediate(run)
    return () => clearImmediate(soon)
  }
  const later = setTimeout(run, delayMs)
  return () => clearTimeout(later)
}
