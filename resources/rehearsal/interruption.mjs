/** Thrown where the play is to end: by a signal, or because the other end has gone. */
export class Interrupted extends Error {
  constructor(exitCode) {
    super(`interrupted with exit code ${exitCode}`)
    this.exitCode = exitCode
  }
}

/**
 * One interruption for the whole play. `until` races anything against it.
 * @typedef {ReturnType<typeof createInterruption>} Interruption
 */
export function createInterruption() {
  let reason = null
  const listeners = new Set()
  return {
    interrupt: (exitCode) => {
      if (reason !== null) return
      reason = new Interrupted(exitCode)
      for (const listener of listeners) listener(reason)
    },
    throwIfInterrupted: () => {
      if (reason !== null) throw reason
    },
    /** Calls back at once if it has happened already; gives a function that stops listening. */
    onInterrupt: (listener) => {
      if (reason !== null) listener(reason)
      else listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function watchSignals() {
  const interruption = createInterruption()
  process.on('SIGINT', () => interruption.interrupt(130))
  process.on('SIGTERM', () => interruption.interrupt(143))
  return interruption
}
