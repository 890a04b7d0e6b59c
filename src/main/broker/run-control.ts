import type { EventOf } from '../../shared'

type CancelledBy = EventOf<'cancel.requested'>['by']

/** Cancellation of one run: remembered from the first request on, whatever step the run is in. */
export type RunControl = {
  readonly cancel: (by: CancelledBy) => void
  readonly cancelledBy: () => CancelledBy | null
  /** Aborted on the first cancel: what a step under way listens to. */
  readonly signal: AbortSignal
}

export function createRunControl(): RunControl {
  const controller = new AbortController()
  let cancelledBy: CancelledBy | null = null
  return {
    cancel: (by) => {
      if (cancelledBy !== null) return
      cancelledBy = by
      controller.abort()
    },
    cancelledBy: () => cancelledBy,
    signal: controller.signal,
  }
}
