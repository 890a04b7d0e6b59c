import { useCallback, useEffect, useState } from 'react'
import type { GloveboxError, Result } from '../../shared'

export type PageCall<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: GloveboxError; readonly retry: () => void }

/** Reads one of the page's sources when it opens, and again on retry. `source` has to be the same function each time. */
export function usePageCall<T>(source: () => Promise<Result<T>>): PageCall<T> {
  const [now, setNow] = useState<PageCall<T>>({ state: 'loading' })
  const read = useCallback(() => {
    let current = true
    setNow({ state: 'loading' })
    void source().then((result) => {
      if (!current) return
      setNow(
        result.ok
          ? { state: 'ready', value: result.value }
          : { state: 'failed', error: result.error, retry: read },
      )
    })
    return () => {
      current = false
    }
  }, [source])
  useEffect(read, [read])
  return now
}
