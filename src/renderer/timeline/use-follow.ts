import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Follow, followAfterScroll, newRows } from './data/follow'

/** How long after a wheel turn or key a scroll still counts as the reader's. */
const readerMs = 600

/**
 * Keeps a scroller at its end while the reader is there, and leaves it alone otherwise. Only what the reader does (wheel,
 * keys, drag, touch) ends the following: rows that change their height don't.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, count: number, initially: boolean) {
  const [follow, setFollow] = useState<Follow>({ following: initially, seen: 0 })
  const readerAt = useRef(Number.NEGATIVE_INFINITY)
  const held = useRef(false)
  const lastTop = useRef(0)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || !follow.following) return
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
  })

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const up = element.scrollTop < lastTop.current - 1
    lastTop.current = element.scrollTop
    const distance = element.scrollHeight - element.clientHeight - element.scrollTop
    const byReader = held.current || performance.now() - readerAt.current < readerMs
    setFollow((now) => followAfterScroll(now, { distance, up, byReader, count }))
  }, [scroller, count])

  const handlers = useMemo(() => {
    const touched = (): void => {
      readerAt.current = performance.now()
    }
    return {
      onWheel: touched,
      onKeyDown: touched,
      onTouchMove: touched,
      onPointerDown: (): void => {
        touched()
        held.current = true
        const release = (): void => {
          touched()
          held.current = false
          removeEventListener('pointerup', release)
          removeEventListener('pointercancel', release)
        }
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
    handlers: { ...handlers, onScroll },
  }
}
