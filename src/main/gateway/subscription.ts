import type { GloveboxError } from '../../shared'
import { streamAckSchema } from '../../shared/ipc'

/** The part of a MessagePort a subscription needs. */
export type Port = {
  readonly postMessage: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly onClose: (listener: () => void) => void
  readonly close: () => void
}

export type Source = {
  /** The next items after those given before, and whether more may be there at once; empty when there are none now. */
  readonly next: () => { readonly items: readonly unknown[]; readonly more: boolean }
  /** Calls back when there may be something new; returns what unsubscribes. */
  readonly onNews: (listener: () => void) => () => void
  /** True once nothing can follow. */
  readonly ended: () => boolean
}

export type SubscriptionHooks = {
  readonly onClosed?: () => void
  /** What the window is told of a source that threw. */
  readonly errorOf: (cause: unknown) => GloveboxError
}

const batchDelayMs = 50
const maxUnacknowledged = 2

/**
 * Feeds a port from a source: batches at most every 50 ms, at most two of them unacknowledged. What a slow window has
 * not taken in stays in the source (SQLite), not in memory. A source that fails ends the stream with its error.
 */
export function subscribe(
  port: Port,
  source: Source,
  { onClosed = () => undefined, errorOf }: SubscriptionHooks,
): () => void {
  let sent = 0
  let acknowledged = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let closed = false

  const close = (): void => {
    if (closed) return
    closed = true
    if (timer !== null) clearTimeout(timer)
    unsubscribe()
    port.close()
    onClosed()
  }
  const schedule = (delay: number): void => {
    if (closed || timer !== null || sent - acknowledged >= maxUnacknowledged) return
    timer = setTimeout(() => {
      timer = null
      try {
        send()
      } catch (cause) {
        port.postMessage({ type: 'failed', error: errorOf(cause) })
        close()
      }
    }, delay)
  }
  const send = (): void => {
    const { items, more } = source.next()
    if (items.length > 0) {
      sent += 1
      port.postMessage({ type: 'batch', batch: sent, items })
    } else if (source.ended()) {
      port.postMessage({ type: 'end' })
      close()
      return
    }
    if (more || source.ended()) schedule(more ? 0 : batchDelayMs)
  }

  const unsubscribe = source.onNews(() => schedule(batchDelayMs))
  port.onClose(close)
  port.onMessage((raw) => {
    const ack = streamAckSchema.safeParse(raw)
    if (!ack.success) return
    acknowledged = Math.max(acknowledged, Math.min(ack.data.batch, sent))
    schedule(batchDelayMs)
  })
  schedule(0)
  return close
}
