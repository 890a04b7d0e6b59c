import type { SessionView } from '../../../shared'
import { call } from '../../lib/bridge'
import { formatCount, plural } from '../../lib/format'
import { go } from '../../lib/navigation'
import { plainTitle } from '../../timeline'
import { askConfirm, notify, notifyError } from '../../ui'
import { type Picks, usePicks } from './picks'

/** Opens a session where it tells most: a running one, or one that never began, as a run; any other as a replay. */
export function openSession({ id, projectId, status, frames }: SessionView): void {
  if (status === 'running' || frames === 0) go({ view: 'run', sessionId: id, projectId })
  else go({ view: 'replay', sessionId: id, frame: null })
}

export function comparePicks({ a, b }: Picks): void {
  if (a !== null && b !== null) go({ view: 'compare', left: a, right: b })
}

/** Asks, then deletes. True when it is gone. */
export async function deleteSession(session: SessionView): Promise<boolean> {
  const agreed = await askConfirm({
    title: 'Delete this session?',
    text: `“${plainTitle(session.prompt, 80)}”. Its record goes for good: ${plural(session.lastSeq, 'event')}, ${plural(session.frames, 'frame')} and the content of ${formatCount(session.changedFiles)} changed files. Your repository, its consent and other sessions stay as they are.`,
    confirm: 'Delete session',
    cancel: 'Keep',
    tone: 'stop',
  })
  if (!agreed) return false
  const result = await call('sessions.delete', { sessionId: session.id })
  if (!result.ok) {
    notifyError(result.error)
    return false
  }
  const { picks, set } = usePicks.getState()
  const a = picks.a === session.id ? null : picks.a
  const b = picks.b === session.id ? null : picks.b
  set(a === null ? { a: b, b: null } : { a, b })
  notify({ tone: 'ok', text: 'Session deleted.' })
  return true
}
