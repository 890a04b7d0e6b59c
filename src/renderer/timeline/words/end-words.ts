import type { EventOf, GloveboxError } from '../../../shared'
import type { Tone } from '../../ui/chip'

export type EndAction = 'grant' | 'raise_limit' | 'run_again' | 'change_request' | 'settings' | 'projects'
export type EndWords = {
  readonly title: string
  readonly tone: Tone
  readonly explanation: string
  readonly action: { readonly type: EndAction; readonly label: string } | null
}

const again = { type: 'run_again', label: 'Run again…' } as const
const kept = 'Everything up to here is recorded and can be replayed.'

/** How a session ended, in words, and what to do next. What the agent said last stands above it: not said again. */
export function endWords({ status, error, summary }: Omit<EventOf<'session.finished'>, 'type'>): EndWords {
  const said = error?.message ?? null
  switch (status) {
    case 'succeeded':
      return {
        title: 'Succeeded',
        tone: 'ok',
        explanation: 'The agent finished. What it changed is in its copy only; your repository is as it was.',
        action: null,
      }
    case 'failed':
      return {
        title: 'Failed',
        tone: 'bad',
        explanation: said ?? summary ?? kept,
        action: failedAction(error),
      }
    case 'denied':
      return {
        title: 'Not started',
        tone: 'warn',
        explanation: said ?? 'This run is not covered by a consent. No project file was read.',
        action: deniedAction(error),
      }
    case 'unavailable':
      return {
        title: 'Not started',
        tone: 'warn',
        explanation: said ?? 'The runtime is not available on this machine.',
        action: { type: 'settings', label: 'See what was probed' },
      }
    case 'cancelled':
      return { title: 'Cancelled', tone: 'neutral', explanation: said ?? kept, action: again }
    case 'limit_exceeded':
      return {
        title: 'Stopped at a limit',
        tone: 'bad',
        explanation: said ?? `The run reached one of its limits. ${kept}`,
        action: { type: 'raise_limit', label: 'Raise the limit and run again…' },
      }
    case 'invalid_output':
      return {
        title: 'No usable result',
        tone: 'bad',
        explanation: said ?? `The agent ended without a final message. ${kept}`,
        action: again,
      }
    case 'interrupted':
      return {
        title: 'Interrupted',
        tone: 'warn',
        explanation: said ?? `Glovebox ended while this run was going on. ${kept}`,
        action: again,
      }
  }
}

function failedAction(error: GloveboxError | null): EndWords['action'] {
  if (error?.code.startsWith('workspace.') === true) return { type: 'projects', label: 'See the project' }
  if (error?.code === 'runtime.changed') return { type: 'settings', label: 'Probe the runtime again' }
  return again
}

function deniedAction(error: GloveboxError | null): EndWords['action'] {
  switch (error?.code) {
    case 'policy.invalid':
    case 'policy.capability_missing':
    case 'policy.capability_exceeded':
    case 'policy.limit_reached':
    case 'policy.schema_invalid':
      return { type: 'change_request', label: 'Change the request…' }
    case 'consent.expired':
      return { type: 'grant', label: 'Renew consent…' }
    case 'consent.runtime_not_covered':
    case 'consent.capability_not_covered':
    case 'consent.limit_not_covered':
      return { type: 'grant', label: 'Change consent…' }
    case 'sandbox.level_not_held':
      return { type: 'settings', label: 'See what was probed' }
    default:
      return { type: 'grant', label: 'Grant consent…' }
  }
}
