import { useCallback, useEffect, useRef, useState } from 'react'
import type { GloveboxError, ProjectId } from '../../../shared'
import type { ChangeNotice } from '../../../shared/ipc'
import { call } from '../../lib/bridge'
import { useChanges } from '../../lib/changes'
import { addOlder, cursorOf, type LoadedSessions } from './loaded-sessions'

const pageSize = 100
const maxAtOnce = 500

export type Sessions = {
  readonly loaded: LoadedSessions | null
  readonly error: GloveboxError | null
  readonly reload: () => void
  /** Reads the next older page, if there is one and none is on its way. */
  readonly readOlder: () => void
}

/** The recorded sessions, newest first, read page by page and kept up to date. */
export function useSessions(projectId: ProjectId | null): Sessions {
  const [loaded, setLoaded] = useState<LoadedSessions | null>(null)
  const [error, setError] = useState<GloveboxError | null>(null)
  const newest = useRef<LoadedSessions | null>(null)
  const turn = useRef(0)
  const isReading = useRef(false)
  newest.current = loaded

  const reload = useCallback(async () => {
    turn.current += 1
    const mine = turn.current
    const limit = Math.min(maxAtOnce, Math.max(pageSize, newest.current?.sessions.length ?? 0))
    const reply = await call('sessions.list', { projectId, before: null, limit })
    if (mine !== turn.current) return
    if (reply.ok) setLoaded(reply.value)
    setError(reply.ok ? null : reply.error)
  }, [projectId])

  const readOlder = useCallback(async () => {
    const before = newest.current === null ? null : cursorOf(newest.current)
    if (before === null || isReading.current) return
    isReading.current = true
    const mine = turn.current
    const reply = await call('sessions.list', { projectId, before, limit: pageSize })
    isReading.current = false
    if (mine !== turn.current) return
    if (reply.ok) setLoaded((now) => (now === null ? reply.value : addOlder(now, reply.value)))
    else setError(reply.error)
  }, [projectId])

  useEffect(() => {
    setLoaded(null)
    void reload()
    return () => {
      turn.current += 1
    }
  }, [reload])
  useChanges(
    useCallback(
      ({ topic }: ChangeNotice) => {
        if (topic === 'sessions') void reload()
      },
      [reload],
    ),
  )
  return {
    loaded,
    error,
    reload: useCallback(() => void reload(), [reload]),
    readOlder: useCallback(() => void readOlder(), [readOlder]),
  }
}
