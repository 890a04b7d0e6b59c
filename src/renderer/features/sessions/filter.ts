import type { SessionStatus, SessionView } from '../../../shared'
import { findingOf } from '../../lib/outcome'
import { capitalised, finishedWord, statusWords } from '../../lib/status-words'

/** Statuses as people look for them. */
export const statusGroups = [
  'all',
  'running',
  'succeeded',
  'finished',
  'failed',
  'not_started',
  'stopped',
] as const
export type StatusGroup = (typeof statusGroups)[number]

export const statusGroupWords: Readonly<Record<StatusGroup, string>> = {
  all: 'Any status',
  running: capitalised(statusWords.running),
  succeeded: capitalised(statusWords.succeeded),
  finished: `${capitalised(finishedWord)}, not well`,
  failed: `${capitalised(statusWords.failed)}, or ${statusWords.invalid_output}`,
  not_started: `Not started (${statusWords.denied}, ${statusWords.unavailable})`,
  stopped: `Stopped (${statusWords.cancelled}, ${statusWords.limit_exceeded}, ${statusWords.interrupted})`,
}

const groups: Readonly<Record<SessionStatus, StatusGroup>> = {
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  invalid_output: 'failed',
  denied: 'not_started',
  unavailable: 'not_started',
  cancelled: 'stopped',
  limit_exceeded: 'stopped',
  interrupted: 'stopped',
}

const groupOf = (session: SessionView): StatusGroup =>
  findingOf(session) === null ? groups[session.status] : 'finished'

export type SessionFilter = { readonly text: string; readonly status: StatusGroup }

/** The sessions whose prompt, project, agent or variant hold every word, in any case. */
export function filterSessions(
  sessions: readonly SessionView[],
  { text, status }: SessionFilter,
): readonly SessionView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return sessions.filter((session) => {
    if (status !== 'all' && groupOf(session) !== status) return false
    if (words.length === 0) return true
    const haystack = [session.prompt, session.projectName, session.runtimeTitle, session.variant ?? '']
      .join('\n')
      .toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
