import { useRef } from 'react'
import { useHotkeys } from '../../lib/hotkeys'

/** Arrow keys move from project to project; the card's own buttons follow in the tab order. */
export function useCardKeys() {
  const list = useRef<HTMLUListElement>(null)
  const move = (by: number) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    const now = cards.findIndex((card) => card.contains(document.activeElement))
    cards[now === -1 ? (by > 0 ? 0 : cards.length - 1) : (now + by + cards.length) % cards.length]?.focus()
  }
  useHotkeys('Projects', [
    { keys: ['ArrowDown', 'j'], label: 'Next project', run: () => move(1) },
    { keys: ['ArrowUp', 'k'], label: 'Project before', run: () => move(-1) },
  ])
  return list
}
