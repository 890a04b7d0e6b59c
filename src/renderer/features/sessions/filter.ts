import type { SessionStatus, SessionView } from '../../../shared'

/** Statuses as people look for them. */
export const statusGroups = ['all', 'running', 'succeeded', 'failed', 'not_started', 'stopped'] as const
export type StatusGroup = (typeof statusGroups)[number]

export const statusGroupWords: Readonly<Record<StatusGroup, string>> = {
  all: 'Any status',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  not_started: 'Not started',
  stopped: 'Stopped',
}

const groupOf: Readonly<Record<SessionStatus, StatusGroup>> = {
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

export type SessionFilter = { readonly text: string; readonly status: StatusGroup }

/** The sessions whose prompt, project, runtime or variant hold every word, in any case. */
export function filterSessions(
  sessions: readonly SessionView[],
  { text, status }: SessionFilter,
): readonly SessionView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return sessions.filter((session) => {
    if (status !== 'all' && groupOf[session.status] !== status) return false
    if (words.length === 0) return true
    const haystack = [session.prompt, session.projectName, session.runtimeTitle, session.variant ?? '']
      .join('\n')
      .toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
