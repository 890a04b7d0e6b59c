import type { EventOf } from '../../../shared'
import { formatDuration } from '../../lib/format'
import type { Tone } from '../../ui/chip'
import { type RowWords, row } from './row-shape'

/** Why an agent failed, in few words. A kind that is not known is said in its own word. */
const failureWords: Readonly<Record<string, string>> = {
  transient: 'passing fault',
  rate_limited: 'rate limit',
  usage_limit: 'allowance used up',
  sign_in: 'sign-in',
  network: 'no connection',
  crashed: 'program ended early',
  unknown: 'no reason given',
}

export const failureKind = (kind: string): string => failureWords[kind] ?? kind.replaceAll('_', ' ')

export function attemptWords({ attempt, reason }: EventOf<'attempt.started'>): RowWords {
  switch (reason) {
    case 'first':
      return row('process', { text: 'First attempt' })
    case 'retry':
      return row('retry', { lead: `Attempt ${attempt}`, text: 'the same request again' })
    case 'correction':
      return row('retry', {
        lead: `Attempt ${attempt}`,
        text: 'the agent was told what is wrong with its answer and asked to correct it',
      })
  }
}

/** While the wait goes on, the row counts down instead of its lead. */
export function scheduledWords({ attempt, delayMs, kind, message }: EventOf<'retry.scheduled'>): RowWords {
  return row('retry', {
    lead: `Attempt ${attempt}`,
    text: `after a wait of ${formatDuration(delayMs)}:`,
    chip: { tone: 'warn', text: failureKind(kind) },
    note: message,
  })
}

/** The program asks its model again by itself; `maxAttempts` is its own ceiling. */
export function retryingWords(body: EventOf<'agent.retrying'>): RowWords {
  const { attempt, maxAttempts, delayMs, status, message } = body
  const of = maxAttempts === null ? '' : ` of ${maxAttempts}`
  const wait = delayMs === null ? '' : `, after ${formatDuration(delayMs)}`
  return row('retry', {
    text: `The agent asks its model again by itself: try ${attempt}${of}${wait}`,
    chip: status === null ? null : { tone: 'warn', text: String(status) },
    note: message.trim().toLowerCase() === 'unknown' ? null : message,
  })
}

const rateStates: Readonly<Record<string, { readonly text: string; readonly tone: Tone }>> = {
  allowed: { text: 'The account is within its rate limit', tone: 'neutral' },
  allowed_warning: { text: 'The account comes near its rate limit', tone: 'warn' },
  rejected: { text: 'The account’s rate limit is used up', tone: 'bad' },
}

const windows: Readonly<Record<string, string>> = {
  five_hour: '5 hours',
  seven_day: '7 days',
  seven_day_opus: '7 days, its largest model',
  seven_day_sonnet: '7 days, its middle model',
}

export function rateWords({ status, window, usedPercent, resetsAt }: EventOf<'agent.rate_limit'>): RowWords {
  const known = rateStates[status]
  return row('limit', {
    lead: known?.tone === 'bad' ? 'Rate limit' : null,
    text: known?.text ?? `Rate limit of the account: ${status.replaceAll('_', ' ')}`,
    chip:
      usedPercent === null
        ? null
        : { tone: known?.tone ?? 'neutral', text: `${Math.round(usedPercent)} % used` },
    note: window === null ? null : `over ${windows[window] ?? window.replaceAll('_', ' ')}`,
    when: resetsAt === null ? null : { label: 'restored', at: resetsAt },
  })
}
