import {
  type Capability,
  type Consent,
  capabilities,
  capabilityWords,
  type RuntimeInfo,
} from '../../../shared'
import { hostWords } from '../../lib/consent-words'
import type { Draft } from './draft'

/** One power in the composer: on or off, whether that can be changed, and what it means or why not. */
export type CapabilityChoice = {
  readonly capability: Capability
  readonly on: boolean
  readonly locked: boolean
  readonly text: string
}

/** What comes with a power, where its name does not say it. */
const consequences: Readonly<Partial<Record<Capability, string>>> = {
  reach_provider: 'What it reads of the copy is sent to the provider of that model.',
  run_commands: 'How far a command is held is said above.',
}

/** Which hosts the consent lists. */
function hostsText(consent: Consent | null): string {
  const hosts = consent?.hosts ?? []
  return hosts.length === 0 ? 'Your consent lists none.' : `Your consent lists ${hostWords(hosts)}.`
}

/** The powers that the runtime can use, as far as the consent grants them and the user left them on. */
export function capabilityChoices(
  runtime: RuntimeInfo,
  consent: Consent | null,
  draft: Draft,
): readonly CapabilityChoice[] {
  const used = capabilities.filter(
    (each) => runtime.required.includes(each) || runtime.optional.includes(each),
  )
  return used.map((capability) => {
    const { allows } = capabilityWords[capability]
    const isNeeded = runtime.required.includes(capability)
    const text = [
      `It can ${allows}.`,
      consequences[capability],
      capability === 'reach_network' && hostsText(consent),
      isNeeded && `${runtime.title} does not work without it.`,
    ]
      .filter((part) => typeof part === 'string')
      .join(' ')
    const granted = consent?.capabilities.includes(capability) ?? false
    if (!granted)
      return {
        capability,
        on: false,
        locked: true,
        text: isNeeded
          ? `Not granted by this consent, and ${runtime.title} does not work without it.`
          : 'Not granted by this consent.',
      }
    if (isNeeded) return { capability, on: true, locked: true, text }
    return { capability, on: !draft.without.includes(capability), locked: false, text }
  })
}
