import type { ContactGreeting, ContactReason } from '../../../shared'
import type { CanonicalHost } from '../host/canonical-host'
import type { AnswerWatch } from './answer-watch'
import { type Heard, readGreeting, readGreetingAgain } from './client-hello'
import type { Intake } from './intake'
import { refusesGreeting } from './judge'

export type GreetDeps = {
  readonly intake: Intake
  readonly answer: AnswerWatch
  readonly host: CanonicalHost
  readonly isStrict: boolean
  /** For a greeting to come: from the start where it must come, else from its first byte. */
  readonly timeoutMs: number
  readonly onGreeting: (greeting: ContactGreeting) => void
  /** Passes on a greeting that may go on. */
  readonly pass: (bytes: Buffer) => void
}

/**
 * Hears how a client begins, before it is passed on; what comes after it stays in the intake. A server may ask for the
 * greeting a second time: that one is judged like the first, so nothing else is passed on until the server has answered.
 * Null: the tunnel may be opened.
 */
export async function hearGreeting(deps: GreetDeps): Promise<ContactReason | null> {
  const { intake, answer, isStrict } = deps
  const from = isStrict ? 'now' : 'first_byte'
  const first = await intake.until(readGreeting, deps.timeoutMs, from)
  const refused = judge(deps, first)
  if (refused !== null || typeof first !== 'object' || first.greeting.type !== 'tls') return refused
  const asked = answer.asksAgain()
  deps.pass(intake.take(first.size))
  if (!(await asked)) return null
  const second = await intake.until(readGreetingAgain, deps.timeoutMs, 'now')
  return judge(deps, second)
}

function judge(
  { intake, host, isStrict, onGreeting }: GreetDeps,
  heard: Heard | 'late' | 'ended',
): ContactReason | null {
  if (heard === 'late') return 'greeting_late'
  // Who leaves without a word has broken no rule.
  if (heard === 'ended' && intake.held().length === 0) return null
  const greeting = heard === 'ended' ? ({ type: 'malformed' } as const) : heard.greeting
  onGreeting(greeting)
  return refusesGreeting(greeting, host, isStrict)
}
