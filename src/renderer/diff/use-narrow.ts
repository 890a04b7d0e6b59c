import { type RefObject, useLayoutEffect, useState } from 'react'

/** Below this width two columns of code are too narrow to read. */
const minSplitWidth = 640

/** Whether the element is too narrow for two columns. */
export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const node = element.current
    if (node === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setNarrow(entry.contentRect.width < minSplitWidth)
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [element])
  return narrow
}
