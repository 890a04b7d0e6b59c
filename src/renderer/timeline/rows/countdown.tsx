import { useEffect, useState } from 'react'
import { formatDuration } from '../../lib/format'
import { Chip } from '../../ui/chip'
import { useTimeline } from '../context'

/** “Trying again in 3 s”, each second anew; nothing once the wait or the session has ended. */
export function Countdown({ until }: { readonly until: number }) {
  const { endedAt } = useTimeline()
  const seconds = useSecondsTo(until, endedAt === null)
  if (seconds === 0) return null
  return (
    <Chip tone="warn">
      <span aria-live="off">Trying again in {formatDuration(seconds * 1000).replace('.0 s', ' s')}</span>
    </Chip>
  )
}

function useSecondsTo(until: number, goesOn: boolean): number {
  const left = () => (goesOn ? Math.max(0, Math.ceil((until - Date.now()) / 1000)) : 0)
  const [, setTick] = useState(0)
  const isWaiting = left() > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setTick((tick) => tick + 1), 250)
    return () => clearInterval(timer)
  }, [isWaiting])
  return left()
}
