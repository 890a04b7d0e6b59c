import { useCallback, useEffect, useRef, useState } from 'react'
import type { GloveboxError, NativeLine, SessionId } from '../../../shared'
import { call } from '../../lib/bridge'
import {
  askFor,
  dropPage,
  missingStarts,
  type NativePages,
  noPages,
  pageSize,
  takePage,
} from './native-pages'

export type NativeLines = {
  /** Null until the first page came. */
  readonly total: number | null
  readonly error: GloveboxError | null
  readonly line: (place: number) => NativeLine | undefined
  /** Says which places are looked at: what is missing there is read. */
  readonly look: (first: number, last: number) => void
  readonly retry: () => void
}

/** The native lines of one session, read page by page as they are looked at. */
export function useNativeLines(sessionId: SessionId): NativeLines {
  const [pages, setPages] = useState<NativePages>(noPages)
  const [error, setError] = useState<GloveboxError | null>(null)
  const newest = useRef(pages)
  const isOpen = useRef(true)

  const change = useCallback((next: NativePages) => {
    newest.current = next
    setPages(next)
  }, [])

  const look = useCallback(
    (first: number, last: number) => {
      for (const start of missingStarts(newest.current, first, last)) {
        change(askFor(newest.current, [start]))
        void call('sessions.native_lines', { sessionId, after: start, limit: pageSize }).then((reply) => {
          if (!isOpen.current) return
          if (reply.ok) change(takePage(newest.current, start, reply.value))
          else {
            change(dropPage(newest.current, start))
            setError(reply.error)
          }
        })
      }
    },
    [sessionId, change],
  )

  useEffect(() => {
    isOpen.current = true
    look(0, 0)
    return () => {
      isOpen.current = false
    }
  }, [look])

  return {
    total: pages.total,
    error,
    line: (place) => pages.lines.get(place),
    look,
    retry: () => {
      setError(null)
      look(0, 0)
    },
  }
}
