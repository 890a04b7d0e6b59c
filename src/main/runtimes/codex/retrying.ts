import type { EventOf } from '../../../shared'
import { classifyCodexMessage, statusIn, waitIn } from './failure-text'

/**
 * “Reconnecting... 1/2 (why)” or “Reconnecting... waiting for network (why)”: Codex asks its model again. Null: the
 * message is something else. `count` is how often it has done so before, for the second form, which has no number.
 */
export function readRetry(message: string, count: number): EventOf<'agent.retrying'> | null {
  const found = /^Reconnecting\.\.\. (?:(\d{1,6})\/(\d{1,6})|waiting for network)(?: \((.*)\))?\s*$/s.exec(
    message,
  )
  if (found === null) return null
  const [, attempt, maxAttempts, why = ''] = found
  const { status, message: shown } = classifyCodexMessage(why)
  return {
    type: 'agent.retrying',
    attempt: attempt === undefined ? count + 1 : Number(attempt),
    maxAttempts: maxAttempts === undefined ? null : Number(maxAttempts),
    delayMs: waitIn(why),
    status: statusIn(why) ?? status,
    message: shown === '' ? message : shown,
  }
}
