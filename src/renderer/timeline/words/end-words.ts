import type { EventOf } from '../../../shared'
import { type NextAction, type NextActionType, nextAction, type SignInNow } from '../../lib/next-action'
import { capitalised, finishedWord, statusWords } from '../../lib/status-words'
import type { Tone } from '../../ui/chip'

export type EndAction = NextActionType
export type EndWords = {
  readonly title: string
  readonly tone: Tone
  readonly explanation: string
  readonly action: NextAction | null
}

const keptIn = 'What it changed is in the record; the copy is gone. Your repository is as it was.'
const notKeptIn =
  'What it changed in its copy is in the record; the copy is gone. Outside the copy nothing was watched.'
const kept = 'Everything up to here is recorded and can be replayed.'

/**
 * How a session ended, in words, and what to do next. What the agent said last stands above it: not said again.
 * `finding`: what speaks against a run that ended by itself (lib/outcome.ts). `isKeptIn`: nothing outside its copy could
 * be changed.
 */
export function endWords(
  { status, error, summary }: Omit<EventOf<'session.finished'>, 'type'>,
  finding: string | null = null,
  set: SignInNow | null = null,
  isKeptIn = false,
): EndWords {
  const word = capitalised(statusWords[status])
  const said = error?.message ?? null
  const action = nextAction(status, error, set)
  switch (status) {
    case 'succeeded':
      return {
        title: finding === null ? word : `${capitalised(finishedWord)}, ${finding}`,
        tone: finding === null ? 'ok' : 'warn',
        explanation: `${finding === null ? 'The agent finished.' : 'The agent ended by itself.'} ${isKeptIn ? keptIn : notKeptIn}`,
        action,
      }
    case 'failed':
      return { title: word, tone: 'bad', explanation: said ?? summary ?? kept, action }
    case 'denied':
      return {
        title: `${word}, not started`,
        tone: 'warn',
        explanation: said ?? 'This run is not covered by a consent. No project file was read.',
        action,
      }
    case 'unavailable':
      return {
        title: `${word}, not started`,
        tone: 'warn',
        explanation: said ?? 'The agent is not available on this machine. No project file was read.',
        action,
      }
    case 'cancelled':
      return { title: word, tone: 'neutral', explanation: said ?? kept, action }
    case 'limit_exceeded':
      return {
        title: word,
        tone: 'bad',
        explanation: said ?? `The run reached one of its limits. ${kept}`,
        action,
      }
    case 'invalid_output':
      return {
        title: word,
        tone: 'bad',
        explanation: said ?? `The agent ended without a final message. ${kept}`,
        action,
      }
    case 'interrupted':
      return {
        title: word,
        tone: 'warn',
        explanation: said ?? `Glovebox ended while this run was going on. ${kept}`,
        action,
      }
  }
}
