import { useCallback, useEffect, useRef, useState } from 'react'
import type { FrameView, GloveboxError, SessionId } from '../../../shared'
import { call } from '../../lib/bridge'
import { framePages } from '../../lib/frame-pages'
import { settledFrames } from './frames'

/** How often the frames of a run that still goes on are read again. */
const followMs = 2000
/** The first frames are shown, with what happened in them, before more are read. */
const restMs = 250

export type Frames = {
  /** From the first on: the first ones at once, soon all. Null until there are any. */
  readonly frames: readonly FrameView[] | null
  readonly error: GloveboxError | null
  readonly reload: () => void
}

const rest = () => new Promise((resolve) => setTimeout(resolve, restMs))

/** The frames of a session. Drawn twice, however many there are: when the first ones are there, and when all are. */
export function useFrames(sessionId: SessionId, isRunning: boolean): Frames {
  const [state, setState] = useState<Omit<Frames, 'reload'>>({ frames: null, error: null })
  const shown = useRef<readonly FrameView[] | null>(null)
  const reading = useRef<object | null>(null)

  const read = useCallback(async (): Promise<void> => {
    if (reading.current !== null) return
    const turn = {}
    reading.current = turn
    const show = (frames: readonly FrameView[]): void => {
      shown.current = frames
      setState({ frames, error: null })
    }
    let frames = settledFrames(shown.current ?? [])
    const readPage = (after: number, limit: number) => call('sessions.frames', { sessionId, after, limit })
    for await (const page of framePages(readPage, frames.length)) {
      if (reading.current !== turn) return
      if (!page.ok) {
        setState({ frames: shown.current, error: page.error })
        break
      }
      frames = [...frames, ...page.value.frames]
      const isFirst = shown.current === null
      if (isFirst || page.value.isLast) show(frames)
      if (isFirst && !page.value.isLast) await rest()
    }
    reading.current = null
  }, [sessionId])

  useEffect(() => {
    void read()
    const timer = isRunning ? setInterval(() => void read(), followMs) : undefined
    return () => clearInterval(timer)
  }, [read, isRunning])
  useEffect(
    () => () => {
      reading.current = null
    },
    [],
  )
  return { ...state, reload: useCallback(() => void read(), [read]) }
}
