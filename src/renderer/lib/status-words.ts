import type { SessionStatus } from '../../shared'

/** How each state of a session is said: the one set of words for chips, filters, commands and the end of a timeline. */
export const statusWords: Readonly<Record<SessionStatus, string>> = {
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  denied: 'denied',
  unavailable: 'unavailable',
  cancelled: 'cancelled',
  limit_exceeded: 'limit reached',
  invalid_output: 'invalid output',
  interrupted: 'interrupted',
}

/** The word of a run that ended by itself, but not well: what it left says so. */
export const finishedWord = 'finished'

/** A word at the start of a line. */
export const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
