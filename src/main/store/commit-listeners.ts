import type { Committed } from './append/append'
import type { StoreLog } from './log'
import type { CommitListener } from './types'

export type CommitListeners = {
  readonly add: (listener: CommitListener) => () => void
  readonly tell: (committed: Committed) => void
}

/**
 * Tells listeners what was committed (I3), in the order of the commits even when a listener appends itself. One that
 * throws is reported; the others and the commit are not touched by it.
 */
export function createCommitListeners(log: StoreLog): CommitListeners {
  const listeners = new Set<CommitListener>()
  const queue: Committed[] = []
  let telling = false

  const tellAll = ({ id, events, view }: Committed): void => {
    for (const listener of [...listeners]) {
      try {
        listener(id, events, view)
      } catch (cause) {
        log('error', 'a commit listener failed', { session: id, cause: String(cause) })
      }
    }
  }
  return {
    add: (listener) => {
      // Wrapped, so that the same function added twice is told twice and removed once at a time.
      const own: CommitListener = (id, events, view) => listener(id, events, view)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    tell: (committed) => {
      queue.push(committed)
      if (telling) return
      telling = true
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) tellAll(next)
      telling = false
    },
  }
}
