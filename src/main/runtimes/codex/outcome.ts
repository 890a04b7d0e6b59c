import type { AgentFailure } from '../agent-failure'
import type { AgentExit } from '../runtime'
import { classifyCodexMessage } from './failure-text'

/** How the stream itself says that its turn ended; `none`: it doesn't. */
export type TurnEnd =
  | { readonly type: 'none' }
  | { readonly type: 'completed' }
  | { readonly type: 'failed'; readonly message: string }

const maxShown = 600

/**
 * What went wrong, or null. Success is exit code 0 and `turn.completed`, both; failed commands, refused patches and an
 * empty answer are no failure of the program. A start that fails writes nothing but text on standard error.
 */
export function codexFailure(turn: TurnEnd, lastError: string | null, exit: AgentExit): AgentFailure | null {
  if (exit.stopped) return crashed('Codex was ended before it was done.')
  if (turn.type === 'failed') return classifyCodexMessage(turn.message)
  if (exit.signal !== null) return crashed(`Codex was ended by the signal ${exit.signal}.`)
  if (turn.type === 'completed' && exit.code === 0) return null
  if (lastError !== null) return classifyCodexMessage(lastError)
  const said = saidInStderr(exit.errorText)
  const how = exit.code === null ? 'ended' : `ended with exit code ${exit.code}`
  const when = turn.type === 'completed' ? 'after its turn was over' : 'before its turn was over'
  const failure = crashed(`Codex ${how} ${when}${said === '' ? '.' : `: ${said}`}`)
  return /input_too_large/.test(exit.errorText) ? { ...failure, kind: 'context_too_long' } : failure
}

function crashed(message: string): AgentFailure {
  return { kind: 'crashed', message, status: null, retryAfterMs: null, resetsAt: null }
}

/** The end of the error output, without what Codex warns of at every start in an unusual home. */
function saidInStderr(text: string): string {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('WARNING: proceeding'))
  const said = lines.join(' ').replace(/\s+/g, ' ').trim()
  return said.length > maxShown ? `…${said.slice(-maxShown)}` : said
}
