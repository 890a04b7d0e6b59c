import type { IntervalHistogram } from 'node:perf_hooks'
import type { ElectronApplication, Page } from '@playwright/test'

/** Milliseconds. */
export type LoopFigures = {
  readonly loop: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly frames: { readonly p50: number; readonly p99: number; readonly longestTask: number }
}

/** How late the main process's loop is, sampled every millisecond for some seconds. */
export async function watchLoop(app: ElectronApplication, seconds: number): Promise<LoopFigures['loop']> {
  const nanoseconds = await app.evaluate(async (_, forSeconds) => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const histogram = monitorEventLoopDelay({ resolution: 1 })
    histogram.enable()
    await new Promise((resolve) => setTimeout(resolve, forSeconds * 1000))
    histogram.disable()
    return [histogram.percentile(50), histogram.percentile(99), histogram.max]
  }, seconds)
  const [p50 = Number.NaN, p99 = Number.NaN, max = Number.NaN] = nanoseconds.map((each) => each / 1e6)
  return { p50, p99, max }
}

/** The same from now until it is asked, or from when it was told to begin anew. */
export async function startLoopWatch(app: ElectronApplication): Promise<{
  readonly beginAnew: () => Promise<void>
  readonly stop: () => Promise<LoopFigures['loop']>
}> {
  await inMain(app, () => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const histogram = monitorEventLoopDelay({ resolution: 1 })
    histogram.enable()
    Object.assign(globalThis, { watchedLoop: histogram })
  })
  return {
    beginAnew: () => inMain(app, () => (globalThis as unknown as Watched).watchedLoop.reset()),
    stop: async () => {
      const nanoseconds = await inMain(app, () => {
        const { watchedLoop } = globalThis as unknown as Watched
        watchedLoop.disable()
        return [watchedLoop.percentile(50), watchedLoop.percentile(99), watchedLoop.max]
      })
      const [p50 = Number.NaN, p99 = Number.NaN, max = Number.NaN] = nanoseconds.map((each) => each / 1e6)
      return { p50, p99, max }
    },
  }
}

type Watched = { readonly watchedLoop: IntervalHistogram }

const tries = 5

/** Asked again where V8 collected the promise that the driver waits for; what is asked may be done twice. */
async function inMain<T>(app: ElectronApplication, work: () => T): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await app.evaluate(work)
    } catch (error) {
      if (left === 1 || !String(error).includes('garbage collected')) throw error
    }
  }
}

/** The times between the window's frames for some seconds, and the longest task between two of them. */
export function watchFrames(page: Page, seconds: number): Promise<LoopFigures['frames']> {
  return page.evaluate(async (forSeconds) => {
    const tasks = [0]
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const times: number[] = []
    const end = performance.now() + forSeconds * 1000
    for (let last = performance.now(); last < end; ) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      times.push(now - last)
      last = now
    }
    observer.disconnect()
    times.shift()
    times.sort((a, b) => a - b)
    const at = (part: number): number => times[Math.floor(part * (times.length - 1))] ?? Number.NaN
    return { p50: at(0.5), p99: at(0.99), longestTask: Math.max(...tasks) }
  }, seconds)
}
