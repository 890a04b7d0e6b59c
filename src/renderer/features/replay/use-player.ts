import { useCallback, useEffect, useState } from 'react'

export const speeds = [0.5, 1, 2, 4] as const
export type Speed = (typeof speeds)[number]
const stepMs = 1200

/** Steps through frames by itself: one after the other until the last. */
export function usePlayer(frame: number, last: number, onFrame: (frame: number) => void) {
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(1)
  const isAtEnd = frame >= last

  useEffect(() => {
    if (!isPlaying) return
    if (isAtEnd) {
      setPlaying(false)
      return
    }
    const timer = setTimeout(() => onFrame(frame + 1), stepMs / speed)
    return () => clearTimeout(timer)
  }, [isPlaying, isAtEnd, frame, speed, onFrame])

  return {
    isPlaying,
    speed,
    /** From the end it begins again at the start. */
    toggle: useCallback(() => {
      if (!isPlaying && isAtEnd) onFrame(0)
      setPlaying(!isPlaying)
    }, [isPlaying, isAtEnd, onFrame]),
    nextSpeed: useCallback(
      () => setSpeed((now) => speeds[(speeds.indexOf(now) + 1) % speeds.length] ?? 1),
      [],
    ),
  }
}
