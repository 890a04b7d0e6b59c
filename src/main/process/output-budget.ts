/** Counts what a process prints against a ceiling. `take` says how many of these bytes still lie below it. */
export type OutputBudget = {
  readonly take: (bytes: number) => number
  readonly exceeded: () => boolean
  /** Bytes taken so far, those beyond the ceiling too. */
  readonly seen: () => number
}

/** `onExceeded` is called once, with the number of bytes seen when the ceiling was passed. */
export function createOutputBudget(
  ceiling: number,
  onExceeded: (seen: number) => void,
  onBytes: () => void = () => undefined,
): OutputBudget {
  let seen = 0
  return {
    take: (bytes) => {
      const room = Math.max(0, ceiling - seen)
      const wasBelow = seen <= ceiling
      onBytes()
      seen += bytes
      if (wasBelow && seen > ceiling) onExceeded(seen)
      return Math.min(room, bytes)
    },
    exceeded: () => seen > ceiling,
    seen: () => seen,
  }
}
