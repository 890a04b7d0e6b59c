import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { type Follow, followAfterScroll, newRows } from './data/follow'

/** How long after a wheel turn or key a scroll still counts as the reader's. */
const readerMs = 600

/**
 * Knows whether a scroller shall stay at its end. Only what the reader does (wheel, keys, drag, touch) ends the
 * following: rows that change their height don't.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, count: number, initially: boolean) {
  const [follow, setFollow] = useState<Follow>({ following: initially, seen: count })
  const readerAt = useRef(Number.NEGATIVE_INFINITY)
  const held = useRef(false)
  const lastTop = useRef(0)

  /** Takes in a scroll event. False when nothing comes of it: it followed and goes on to. */
  const scrolled = useCallback((): boolean => {
    const element = scroller.current
    if (element === null) return false
    const up = element.scrollTop < lastTop.current
    lastTop.current = element.scrollTop
    const distance = element.scrollHeight - element.clientHeight - element.scrollTop
    const byReader = held.current || performance.now() - readerAt.current < readerMs
    const next = followAfterScroll(follow, { distance, up, byReader, count })
    setFollow(next)
    return !(follow.following && next.following)
  }, [scroller, follow, count])

  const handlers = useMemo(() => {
    const touched = (): void => {
      readerAt.current = performance.now()
    }
    const release = (): void => {
      touched()
      held.current = false
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
    return {
      onWheel: touched,
      onKeyDown: touched,
      onTouchMove: touched,
      onPointerDown: (): void => {
        touched()
        held.current = true
        addEventListener('pointerup', release)
        addEventListener('pointercancel', release)
      },
    }
  }, [])

  return {
    following: follow.following,
    fresh: newRows(follow, count),
    /** Goes to the end and stays there. */
    resume: useCallback(() => setFollow({ following: true, seen: 0 }), []),
    /** Stays where it is, whatever comes: before going to a row. */
    stay: useCallback(() => setFollow({ following: false, seen: count }), [count]),
    scrolled,
    handlers,
  }
}
