import { type RefObject, useEffect, useRef } from 'react'

/** Room above the part, in pixels. */
const margin = 20
/** How long a part that is still being read is waited for. */
const patienceMs = 3000

/** Leads to the part of the page with the id that was asked for, as soon as it is there. */
export function usePart(part: string | undefined): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const container = body.current
    if (part === undefined || container === null) return
    const show = (): boolean => {
      const element = container.querySelector<HTMLElement>(`#${CSS.escape(part)}`)
      if (element === null) return false
      // The panel alone: scrollIntoView would move whatever else around it can be moved.
      container.scrollTop +=
        element.getBoundingClientRect().top - container.getBoundingClientRect().top - margin
      element.focus({ preventScroll: true })
      return true
    }
    if (show()) return
    const observer = new MutationObserver(() => {
      if (show()) observer.disconnect()
    })
    observer.observe(container, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), patienceMs)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [part])
  return body
}
