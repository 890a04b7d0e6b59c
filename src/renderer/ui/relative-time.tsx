import { useSyncExternalStore } from 'react'
import { formatExact, formatRelative } from '../lib/time'

const tick = 15_000
const waiting = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all: it runs while somebody looks. */
function subscribe(listener: () => void): () => void {
  // It stood still while nobody looked.
  if (waiting.size === 0) now = Date.now()
  waiting.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of waiting) each()
  }, tick)
  return () => {
    waiting.delete(listener)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time now (ms), renewed every quarter of a minute: for “2 min ago”. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** A time as people say it; the exact one on hover. `at` in ms. */
export function RelativeTime({
  at,
  className,
}: {
  readonly at: number
  readonly className?: string | undefined
}) {
  // What has just happened is newer than the last tick.
  const reference = Math.max(useNow(), Math.min(at, Date.now()))
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)} className={className}>
      {formatRelative(at, reference)}
    </time>
  )
}
