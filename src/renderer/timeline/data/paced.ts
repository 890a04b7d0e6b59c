/** When a window draws: `frame` runs before the next frame is painted, `later` after a time in ms. */
export type PaceClock = {
  readonly now: () => number
  readonly frame: (task: () => void) => void
  readonly later: (task: () => void, ms: number) => void
}

/** Of the time that drawing takes, the window keeps this many times as much free for its reader. */
const restPerWork = 2
const longestRest = 250

/**
 * Runs tasks before frames, but rests after one that took long: under a flood of events the window draws less often
 * instead of answering late. What a task costs is known when the frame after it begins.
 */
export function createPacedSoon(clock: PaceClock): (task: () => void) => void {
  let waiting: (() => void)[] = []
  let isBusy = false

  const begin = (): void => {
    isBusy = true
    clock.frame(() => {
      const tasks = waiting
      waiting = []
      const begun = clock.now()
      for (const task of tasks) task()
      clock.later(() => rest((clock.now() - begun) * restPerWork), 0)
    })
  }
  const rest = (ms: number): void =>
    clock.later(
      () => {
        isBusy = false
        if (waiting.length > 0) begin()
      },
      Math.min(longestRest, ms),
    )
  return (task) => {
    waiting.push(task)
    if (!isBusy) begin()
  }
}
