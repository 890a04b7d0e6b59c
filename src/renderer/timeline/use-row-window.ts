import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { createRowHeights, type RowHeights, type Window, windowAt, windowAtEnd } from './data/row-heights'

const estimatedHeight = 30
const lowestRow = 26
/** Pixels drawn above and below what is seen. */
const margin = 300
/** Space left above a row that was gone to, and below the last one. */
const spaceAbove = 24
const spaceBelow = 16

/** What the reader looks at: a row, and how far its top is below the top of what is seen. It stays there. */
type Anchor = { readonly row: number; readonly below: number }

export type RowWindow = {
  readonly window: Window
  /** The element that holds the rows drawn: each with its number in `data-index`. */
  readonly list: RefObject<HTMLOListElement | null>
  /** Takes in that the scroller has moved. */
  readonly moved: () => void
  readonly goTo: (row: number) => void
}

/**
 * Draws of `count` rows only those in view. While it follows, the newest rows hang from the end. Otherwise the row at
 * the top of what is seen stays where it is, whatever comes or changes its height: rows are measured, and put in their
 * place, before anything is painted.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  following: boolean,
): RowWindow {
  const list = useRef<HTMLOListElement>(null)
  const [heights] = useState(() => createRowHeights(estimatedHeight))
  const [seen, setSeen] = useState(800)
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const top = useRef(0)
  const anchor = useRef<Anchor>({ row: 0, below: 0 })
  /** Where this hook itself last scrolled to: the event that follows is no move of the reader's. */
  const written = useRef(-1)
  const window = following
    ? windowAtEnd(count, seen, lowestRow)
    : windowAt(heights, count, top.current, seen, margin)

  const settle = (): void => {
    const [outer, rows] = [scroller.current, list.current]
    if (outer === null || rows === null) return
    // The rows not drawn are space above and below those that are.
    if (following) {
      rows.style.paddingTop = `${heights.offsetOf(window.first)}px`
      rows.style.paddingBottom = `${spaceBelow}px`
      outer.scrollTop = Number.MAX_SAFE_INTEGER
      return
    }
    const hasChanged = measureAll(rows, heights)
    const end = heights.offsetOf(window.last + 1)
    rows.style.paddingTop = `${heights.offsetOf(window.first)}px`
    rows.style.paddingBottom = `${heights.offsetOf(count) - end + spaceBelow}px`
    const wanted = Math.max(0, heights.offsetOf(anchor.current.row) - anchor.current.below)
    if (Math.abs(outer.scrollTop - wanted) >= 1) {
      outer.scrollTop = wanted
      written.current = outer.scrollTop
    }
    top.current = outer.scrollTop
    if (hasChanged) redraw()
  }
  const newestSettle = useRef(settle)
  newestSettle.current = settle

  useLayoutEffect(() => newestSettle.current())
  useLayoutEffect(() => {
    const [outer, rows] = [scroller.current, list.current]
    if (outer === null || rows === null) return
    const observer = new ResizeObserver(() => {
      setSeen(outer.clientHeight)
      newestSettle.current()
    })
    observer.observe(outer)
    observer.observe(rows)
    return () => observer.disconnect()
  }, [scroller])

  const moved = useCallback(() => {
    const outer = scroller.current
    if (outer === null) return
    const isOwn = Math.abs(outer.scrollTop - written.current) < 1
    written.current = -1
    if (!isOwn && list.current !== null) {
      measureAll(list.current, heights)
      anchor.current = anchorIn(outer, list.current) ?? anchorAt(outer.scrollTop, heights, count)
    }
    top.current = heights.offsetOf(anchor.current.row) - anchor.current.below
    redraw()
  }, [scroller, heights, count])

  const goTo = useCallback(
    (row: number) => {
      anchor.current = { row, below: row === 0 ? 0 : spaceAbove }
      top.current = heights.offsetOf(row)
      redraw()
    },
    [heights],
  )
  return { window, list, moved, goTo }
}

function rowsOf(list: HTMLElement): readonly { readonly row: number; readonly element: HTMLElement }[] {
  return [...list.children].flatMap((element) =>
    element instanceof HTMLElement ? [{ row: Number(element.dataset['index']), element }] : [],
  )
}

function measureAll(list: HTMLElement, heights: RowHeights): boolean {
  let hasChanged = false
  for (const { row, element } of rowsOf(list)) {
    const isOther = heights.measure(row, element.offsetHeight)
    hasChanged ||= isOther
  }
  return hasChanged
}

/** The row at the top of what is seen, as it is drawn; null where none is. */
function anchorIn(outer: HTMLElement, list: HTMLElement): Anchor | null {
  const { top, bottom } = outer.getBoundingClientRect()
  for (const { row, element } of rowsOf(list)) {
    const box = element.getBoundingClientRect()
    if (box.bottom > top) return box.top > bottom ? null : { row, below: box.top - top }
  }
  return null
}

function anchorAt(scrollTop: number, heights: RowHeights, count: number): Anchor {
  const row = heights.rowAt(scrollTop, count)
  return { row, below: heights.offsetOf(row) - scrollTop }
}
