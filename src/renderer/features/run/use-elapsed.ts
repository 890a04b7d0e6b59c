import { useEffect, useState } from 'react'

/** Milliseconds between a run's start and its end, or now while it runs: renewed each second. */
export function useElapsed(startedAt: number, endedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (endedAt !== null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [endedAt])
  return Math.max(0, (endedAt ?? now) - startedAt)
}
