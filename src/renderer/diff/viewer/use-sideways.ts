import { type RefObject, useCallback, useEffect, useRef } from 'react'

export type Sideways = {
  /** For each sideways scroll bar. */
  readonly bar: (column: number) => (element: HTMLDivElement | null) => void
  readonly onBarScroll: (event: { readonly currentTarget: HTMLDivElement }) => void
  readonly scrollBy: (pixels: number) => void
}

/**
 * Scrolls the code of both columns sideways together. Rows are shifted by one custom property of the viewer, so that
 * scrolling touches no row; bars, wheels and keys all end in the same offset.
 */
export function useSideways(viewer: RefObject<HTMLElement | null>): Sideways {
  const bars = useRef(new Map<number, HTMLDivElement>())

  const moveTo = useCallback(
    (offset: number) => {
      viewer.current?.style.setProperty('--sideways', `${-offset}px`)
      for (const each of bars.current.values())
        if (Math.abs(each.scrollLeft - offset) > 1) each.scrollLeft = offset
    },
    [viewer],
  )
  const scrollBy = useCallback((pixels: number) => {
    for (const each of bars.current.values()) each.scrollLeft += pixels
  }, [])

  useEffect(() => {
    const element = viewer.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      const pixels = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
      if (pixels === 0 || (!event.shiftKey && Math.abs(event.deltaY) > Math.abs(pixels))) return
      // Sideways is ours: the window would take it for going back.
      event.preventDefault()
      scrollBy(pixels)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [viewer, scrollBy])

  return {
    bar: (column) => (element) => {
      if (element === null) bars.current.delete(column)
      else bars.current.set(column, element)
    },
    onBarScroll: ({ currentTarget }) => moveTo(currentTarget.scrollLeft),
    scrollBy,
  }
}
