import { useEffect } from 'react'
import { create } from 'zustand'
import type { SessionView } from '../../shared'
import { call } from './bridge'
import { onChange } from './changes'

/** Runs that go on now, newest first, as far as the newest sessions tell. */
export const useRunning = create<{ readonly running: readonly SessionView[] }>(() => ({ running: [] }))

const newest = 50
let reading = false
let again = false

async function read(): Promise<void> {
  again = true
  if (reading) return
  reading = true
  while (again) {
    again = false
    const reply = await call('sessions.list', { projectId: null, before: null, limit: newest })
    if (reply.ok)
      useRunning.setState({ running: reply.value.sessions.filter(({ status }) => status === 'running') })
  }
  reading = false
}

/** Keeps the list up to date while the window lives. The shell calls it once. */
export function useWatchedRunning(): void {
  useEffect(() => {
    void read()
    return onChange(({ topic }) => {
      if (topic === 'sessions') void read()
    })
  }, [])
}
