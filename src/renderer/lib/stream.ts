import { type GloveboxError, gloveboxErrorSchema } from '../../shared'
import {
  type StreamItem,
  type StreamKey,
  type StreamName,
  streamMessageSchema,
  streams,
} from '../../shared/ipc'
import { bridge } from './bridge'

export type StreamHandlers<N extends StreamName> = {
  /** One batch of parsed items. It is acknowledged, so that main sends more, once this returns. */
  readonly onItems: (items: readonly StreamItem<N>[]) => void
  readonly onEnd?: () => void
  readonly onError?: (error: GloveboxError) => void
}

/**
 * Opens a stream. `keyNow` is asked again on each (re)subscription, so that it can name the last item that was taken
 * in: a gap in the batch numbers makes the client close and open again from there. Returns what closes it.
 */
export function openStream<N extends StreamName>(
  name: N,
  keyNow: () => StreamKey<N>,
  handlers: StreamHandlers<N>,
): () => void {
  let closed = false
  let current = subscribe()

  function subscribe() {
    let expected = 1
    const handle = bridge.openStream(name, keyNow(), (raw) => {
      if (closed || handle !== current) return
      const message = streamMessageSchema.safeParse(raw)
      if (!message.success) return resubscribe()
      switch (message.data.type) {
        case 'batch': {
          if (message.data.batch !== expected) return resubscribe()
          expected += 1
          const items = message.data.items.map((item) => streams[name].item.safeParse(item))
          handlers.onItems(items.flatMap((item) => (item.success ? [item.data as StreamItem<N>] : [])))
          handle.acknowledge(message.data.batch)
          return
        }
        case 'failed': {
          const error = gloveboxErrorSchema.safeParse(message.data.error)
          if (error.success) handlers.onError?.(error.data)
          return
        }
        case 'end':
          handlers.onEnd?.()
      }
    })
    return handle
  }

  function resubscribe() {
    current.close()
    current = subscribe()
  }

  return () => {
    closed = true
    current.close()
  }
}
