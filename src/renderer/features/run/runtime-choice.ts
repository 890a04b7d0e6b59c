import { type Consent, capabilityWords, missingCapabilities, type RuntimeInfo } from '../../../shared'
import { listWords } from '../../lib/consent-words'

/** A runtime in the composer, and why it can't be used as things are. */
export type RuntimeChoice = { readonly info: RuntimeInfo; readonly problem: string | null }

export function runtimeChoices(
  runtimes: readonly RuntimeInfo[],
  consent: Consent | null,
): readonly RuntimeChoice[] {
  return runtimes.map((info) => ({ info, problem: whyNot(info, consent) }))
}

function whyNot(info: RuntimeInfo, consent: Consent | null): string | null {
  if (info.unavailable !== null) return info.unavailable.message
  if (consent === null) return null
  if (!consent.runtimes.includes(info.name)) return 'Not in this consent. Change the consent to run it here.'
  const missing = missingCapabilities(info.required, consent.capabilities)
  if (missing.length === 0) return null
  return `Needs to ${listWords(missing.map((each) => capabilityWords[each].allows))}, which this consent does not grant.`
}

export type ChosenVariant = { readonly variant: string | null; readonly isMissing: boolean }

/** The one scenario of the Rehearsal agent that fits any repository: it plays this one where another does not fit. */
export const anyScenario = 'survey'

/**
 * The model (or scenario) of a run. Null is the runtime's own choice, where any model may be named; else the first one,
 * or on a repository that is not the sample the scenario that fits it.
 */
export function chooseVariant(
  runtime: RuntimeInfo | null,
  wanted: string | null,
  isSample: boolean,
): ChosenVariant {
  if (runtime === null) return { variant: null, isMissing: false }
  const listed = runtime.variants.find(({ id }) => id === wanted)
  if (listed !== undefined) return { variant: listed.id, isMissing: false }
  if (!runtime.anyVariant) {
    const fitting = isSample ? undefined : runtime.variants.find(({ id }) => id === anyScenario)
    return { variant: (fitting ?? runtime.variants[0])?.id ?? null, isMissing: false }
  }
  if (wanted === null) return { variant: null, isMissing: false }
  const name = wanted.trim()
  return name === '' ? { variant: null, isMissing: true } : { variant: name, isMissing: false }
}
