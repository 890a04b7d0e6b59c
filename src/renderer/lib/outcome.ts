import type { SessionView } from '../../shared'
import { plural } from './format'
import { finishedWord, statusWords } from './status-words'

type Outcome = Pick<SessionView, 'status' | 'check' | 'toolCalls' | 'toolErrors' | 'changedFiles'>

/**
 * What speaks against a run that ended by itself: the checks it ran last, or that nothing it tried worked. Null where
 * nothing does, and for a run that ended otherwise, which says so itself.
 */
export function findingOf(session: Outcome): string | null {
  if (session.status !== 'succeeded') return null
  return failedChecks(session) ?? failedCalls(session)
}

/** “succeeded”; “finished” where something speaks against it; else the word of its state. */
export function outcomeWord(session: Outcome): string {
  return findingOf(session) === null ? statusWords[session.status] : finishedWord
}

function failedChecks({ check }: Outcome): string | null {
  if (check === null) return null
  const failed = check.failedCount ?? 0
  if (failed > 0) return `${plural(failed, 'check')} failed`
  return check.failed ? 'checks failed' : null
}

/** A failed call among others is nothing: agents look for what is not there. It tells where nothing came of any. */
function failedCalls({ toolCalls, toolErrors, changedFiles }: Outcome): string | null {
  if (toolErrors === 0 || changedFiles > 0) return null
  if (toolErrors === toolCalls)
    return toolCalls === 1 ? 'its one tool call failed' : `all ${plural(toolCalls, 'tool call')} failed`
  return `${toolErrors} of ${plural(toolCalls, 'tool call')} failed, no file changed`
}
