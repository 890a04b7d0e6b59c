export type IdleWatch = {
  /** Something came. */
  readonly touch: () => void
  /** While paused nothing can come, so the time does not count. */
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
}

/** Longest time a Node timer takes (24 days); a longer one would fire at once. */
export const longestTimerMs = 2 ** 31 - 1

/** Calls `onIdle` once when nothing came for `idleMs`, with the milliseconds since the last thing that did. */
export function createIdleWatch(
  idleMs: number,
  now: () => number,
  onIdle: (silentMs: number) => void,
): IdleWatch {
  let last = now()
  let paused = false
  let timer: NodeJS.Timeout | null = null

  /** One timer that looks again when it was touched in the meantime: a flood costs no timer per chunk. */
  const look = (): void => {
    timer = null
    if (paused) return
    const silentMs = now() - last
    if (silentMs >= idleMs) onIdle(Math.round(silentMs))
    else plan(idleMs - silentMs)
  }
  const plan = (delayMs: number): void => {
    timer = setTimeout(look, Math.min(Math.ceil(delayMs), longestTimerMs))
  }
  plan(idleMs)

  return {
    touch: () => {
      last = now()
    },
    pause: () => {
      paused = true
    },
    resume: () => {
      if (!paused) return
      paused = false
      last = now()
      if (timer === null) plan(idleMs)
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
      paused = true
    },
  }
}
