import { useCallback, useEffect, useRef, useState } from 'react'
import type { GloveboxError, SessionId } from '../../../shared'
import type { CallOutput } from '../../../shared/ipc'
import { call } from '../../lib/bridge'
import { createTreeCache } from './tree-cache'

export type FrameTree = CallOutput<'sessions.tree'>
export type TreeState = {
  /** The tree of `shown`, which may still be the frame before while the wanted one is read. */
  readonly tree: FrameTree | null
  readonly shown: number | null
  readonly error: GloveboxError | null
  readonly retry: () => void
}

/** While someone drags over frames no tree is read; it is once they stay this long. */
const settleMs = 60

/** The files as of a frame. The last ones stay on the screen until the wanted ones are there. */
export function useTree(sessionId: SessionId, frame: number): TreeState {
  const cache = useRef(createTreeCache<FrameTree>())
  const [state, setState] = useState<Omit<TreeState, 'retry'>>({ tree: null, shown: null, error: null })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again for what failed
  useEffect(() => {
    const known = cache.current.get(frame)
    if (known !== undefined) {
      setState({ tree: known, shown: frame, error: null })
      return
    }
    let isWanted = true
    const timer = setTimeout(async () => {
      const reply = await call('sessions.tree', { sessionId, frame })
      if (reply.ok) cache.current.put(frame, reply.value)
      if (!isWanted) return
      setState((now) =>
        reply.ok
          ? { tree: reply.value, shown: frame, error: null }
          : { tree: now.tree, shown: now.shown, error: reply.error },
      )
    }, settleMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [sessionId, frame, attempt])
  return { ...state, retry: useCallback(() => setAttempt((now) => now + 1), []) }
}
