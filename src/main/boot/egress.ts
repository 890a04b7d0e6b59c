import { failure, type GloveboxError } from '../../shared'
import type { Egress } from '../broker'
import { createEgressThread } from '../egress'
import type { Logger } from '../log'

/** The way out of the boxes, in a thread of its own. Should that end, every run that used it is told. */
export function createEgress(worker: URL, log: Logger): Egress {
  const listeners = new Set<(error: GloveboxError) => void>()
  const thread = createEgressThread({
    worker,
    onLost: (cause) => {
      log.error('the boxes have lost their way out', { cause: String(cause) })
      const { error } = failure(
        'sandbox.start_failed',
        'The part of Glovebox that carries the run’s network has ended, so the run was ended, too. Run it again.',
      )
      for (const listener of [...listeners]) listener(error)
    },
  })
  return {
    openEgress: thread.openEgress,
    openProvider: thread.openProvider,
    onLost: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
