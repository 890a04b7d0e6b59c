import { type RefObject, useEffect, useRef } from 'react'
import type { Place } from '../lib/navigation'

/** How long a view that is still being read is waited for. */
const patienceMs = 3000

/**
 * Moves the focus to the heading of a view that opens, so that readers and the Tab key begin there. A view that puts
 * it elsewhere by itself keeps it there, and so does whoever moved on meanwhile.
 */
export function useHeadingFocus(main: RefObject<HTMLElement | null>, place: Place): void {
  const before = useRef(place)
  useEffect(() => {
    const container = main.current
    if (before.current === place || container === null) return
    before.current = place
    const focus = (): void => {
      const { activeElement } = document
      if (activeElement !== null && container.contains(activeElement) && activeElement.tagName !== 'H1')
        return
      container.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }
    focus()
    // What is read first shows another heading than what comes then; the focus must not be lost with it.
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) focus()
    })
    observer.observe(container, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), patienceMs)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [main, place])
}
