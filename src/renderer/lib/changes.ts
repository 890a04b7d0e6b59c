import { useEffect } from 'react'
import type { ChangeNotice } from '../../shared/ipc'
import { openStream } from './stream'

const listeners = new Set<(notice: ChangeNotice) => void>()
let opened = false

/** Calls `listener` with every change notice of main. One subscription serves all. */
export function onChange(listener: (notice: ChangeNotice) => void): () => void {
  if (!opened) {
    opened = true
    openStream('changes', () => ({}), {
      onItems: (items) => {
        for (const item of items) for (const each of listeners) each(item)
      },
    })
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs `listener` on change notices while the component is mounted. Give it a stable function. */
export function useChanges(listener: (notice: ChangeNotice) => void): void {
  useEffect(() => onChange(listener), [listener])
}
