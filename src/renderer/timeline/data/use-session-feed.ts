import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SessionId } from '../../../shared'
import { call } from '../../lib/bridge'
import { openStream } from '../../lib/stream'
import { createPacedSoon } from './paced'
import { createSessionFeed, type FeedPorts, type FeedState, type SessionFeed } from './session-feed'

const soon = createPacedSoon({
  now: () => performance.now(),
  frame: (task) => void requestAnimationFrame(task),
  later: (task, ms) => void setTimeout(task, ms),
})

const ports: FeedPorts = {
  getSession: (sessionId) => call('sessions.get', { sessionId }),
  getRows: (sessionId, from, count) => call('sessions.rows', { sessionId, from, count }),
  openEvents: (sessionId, afterNow, { onItems, onError }) =>
    openStream('session.events', () => ({ sessionId, after: afterNow() }), { onItems, onError }),
  soon,
}

/** The feed of one session while the component is mounted; null for the first moment, and without a session. */
export function useSessionFeed(sessionId: SessionId | null): SessionFeed | null {
  const [feed, setFeed] = useState<SessionFeed | null>(null)
  useEffect(() => {
    if (sessionId === null) return setFeed(null)
    const opened = createSessionFeed(sessionId, ports)
    setFeed(opened)
    return () => {
      opened.close()
      setFeed(null)
    }
  }, [sessionId])
  return feed
}

const nothing: FeedState = { view: null, count: 0, error: null }
const never = () => () => {}
const stateOfNothing = () => nothing

/** What a feed knows, kept up to date once per drawn frame. */
export function useFeedState(feed: SessionFeed | null): FeedState {
  return useSyncExternalStore(feed?.subscribe ?? never, feed?.state ?? stateOfNothing)
}
