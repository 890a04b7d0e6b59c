import { type RefObject, useEffect } from 'react'

const focusable =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),summary,[tabindex="0"]'

/** Puts the focus on the element itself at first (never on a button that grants), and keeps Tab within it. */
export function useFocusTrap(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    ref.current?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      const root = ref.current
      if (event.key !== 'Tab' || root === null) return
      const all = [...root.querySelectorAll<HTMLElement>(focusable)].filter(takesFocus)
      const edge = event.shiftKey ? all.at(0) : all.at(-1)
      const active = document.activeElement
      const outside = active === null || !root.contains(active)
      if (!outside && active !== edge && !(event.shiftKey && active === root)) return
      event.preventDefault()
      const next = event.shiftKey ? all.at(-1) : all.at(0)
      next?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref])
}

/** Of a group of radio buttons only the chosen one is in the tab order. */
function takesFocus(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false
  return element.checkVisibility()
}
