import type { OpenBox } from './backend'

/** Looks at what a box has used while something runs in it. */
export type BoxWatch = {
  /** Aborted once the processes of the box together have used up their processor time. */
  readonly cpuSpent: AbortSignal
  readonly stop: () => void
}

const lookEveryMs = 200

/** Where the kernel does not count for the box, nothing ever comes of it: then each process has its limit alone. */
export function watchBox(box: Pick<OpenBox, 'usage'>, cpuMs: number): BoxWatch {
  const spent = new AbortController()
  let stopped = false
  const before = box.usage()
  const look = async (): Promise<void> => {
    const [start, now] = await Promise.all([before, box.usage()])
    if (stopped || now.cpuMs === null) return
    if (now.cpuMs - (start.cpuMs ?? 0) > cpuMs) spent.abort()
    else plan()
  }
  const plan = (): void => {
    timer = setTimeout(() => void look(), lookEveryMs)
  }
  let timer: NodeJS.Timeout = setTimeout(() => void look(), lookEveryMs)
  return {
    cpuSpent: spent.signal,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
