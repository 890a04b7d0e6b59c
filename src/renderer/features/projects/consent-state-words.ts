import type { Consent, ProjectView } from '../../../shared'
import { actWords, listWords, scopeWords } from '../../lib/consent-words'
import { formatRelative } from '../../lib/time'
import type { Tone } from '../../ui'

export type ConsentWords = {
  readonly tone: Tone
  /** For a chip: “live”, “none”, “expired yesterday”. */
  readonly state: string
  /** A sentence: “Rehearsal may edit a copy, once.” */
  readonly sentence: string
}

/** A project's consent in words. `titleOf` names a runtime; `now` in ms. */
export function consentStateWords(
  project: Pick<ProjectView, 'consent' | 'consentState'>,
  titleOf: (runtime: string) => string,
  now: number,
): ConsentWords {
  const { consent, consentState } = project
  if (consent === null || consentState === null)
    return { tone: 'neutral', state: 'no consent', sentence: 'No agent may work on it yet.' }
  const who = listWords(consent.runtimes.map(titleOf))
  switch (consentState) {
    case 'live':
      return {
        tone: 'ok',
        state: 'consent given',
        sentence: `${who} may ${actWords(consent.capabilities)}, ${scopeWords(consent.scope, now)}.`,
      }
    case 'consumed':
      return {
        tone: 'neutral',
        state: `used ${relative(consent.consumedAt, consent, now)}`,
        sentence: 'It was for one run. Grant again to run again.',
      }
    case 'expired':
      return {
        tone: 'warn',
        state: `expired ${relative(consent.scope.type === 'until' ? consent.scope.at : null, consent, now)}`,
        sentence: 'Grant again to run again.',
      }
    case 'revoked':
      return {
        tone: 'neutral',
        state: `revoked ${relative(consent.revokedAt, consent, now)}`,
        sentence: 'No agent may work on it.',
      }
  }
}

/** All these lie in the past; the window's clock may be a few seconds behind what has just happened. */
function relative(at: number | null, consent: Consent, now: number): string {
  const when = at ?? consent.grantedAt
  return formatRelative(when, Math.max(now, when))
}
