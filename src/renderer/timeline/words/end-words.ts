import type { EventOf } from '../../../shared'
import { type NextAction, type NextActionType, nextAction } from '../../lib/next-action'
import type { Tone } from '../../ui/chip'

export type EndAction = NextActionType
export type EndWords = {
  readonly title: string
  readonly tone: Tone
  readonly explanation: string
  readonly action: NextAction | null
}

const kept = 'Everything up to here is recorded and can be replayed.'

/** How a session ended, in words, and what to do next. What the agent said last stands above it: not said again. */
export function endWords({ status, error, summary }: Omit<EventOf<'session.finished'>, 'type'>): EndWords {
  const said = error?.message ?? null
  const action = nextAction(status, error)
  switch (status) {
    case 'succeeded':
      return {
        title: 'Succeeded',
        tone: 'ok',
        explanation: 'The agent finished. What it changed is in its copy only; your repository is as it was.',
        action,
      }
    case 'failed':
      return { title: 'Failed', tone: 'bad', explanation: said ?? summary ?? kept, action }
    case 'denied':
      return {
        title: 'Not started',
        tone: 'warn',
        explanation: said ?? 'This run is not covered by a consent. No project file was read.',
        action,
      }
    case 'unavailable':
      return {
        title: 'Not started',
        tone: 'warn',
        explanation: said ?? 'The runtime is not available on this machine. No project file was read.',
        action,
      }
    case 'cancelled':
      return { title: 'Cancelled', tone: 'neutral', explanation: said ?? kept, action }
    case 'limit_exceeded':
      return {
        title: 'Stopped at a limit',
        tone: 'bad',
        explanation: said ?? `The run reached one of its limits. ${kept}`,
        action,
      }
    case 'invalid_output':
      return {
        title: 'No usable result',
        tone: 'bad',
        explanation: said ?? `The agent ended without a final message. ${kept}`,
        action,
      }
    case 'interrupted':
      return {
        title: 'Interrupted',
        tone: 'warn',
        explanation: said ?? `Glovebox ended while this run was going on. ${kept}`,
        action,
      }
  }
}
