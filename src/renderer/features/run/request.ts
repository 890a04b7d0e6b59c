import {
  type Capability,
  type Consent,
  capabilities,
  capabilityWords,
  type LimitName,
  type Limits,
  missingCapabilities,
  type ProjectView,
  type RunRequest,
  type RuntimeInfo,
} from '../../../shared'
import { listWords } from '../../lib/consent-words'
import { formatBytes } from '../../lib/format'
import { formatRelative } from '../../lib/time'
import type { Draft } from './draft'
import { readLimits } from './limit-fields'

/** Why a run can't be started as it stands, and the way out. */
export type Obstacle = {
  readonly title: string
  readonly text: string
  readonly way: { readonly type: 'consent' | 'projects' | 'settings'; readonly label: string } | null
}

export type RuntimeChoice = { readonly info: RuntimeInfo; readonly unavailable: string | null }

/** One power in the composer: on or off, whether that can be changed, and what it means or why not. */
export type CapabilityChoice = {
  readonly capability: Capability
  readonly on: boolean
  readonly locked: boolean
  readonly text: string
}

/** Everything the composer shows, worked out from the consent and the user's choices. */
export type Composed = {
  readonly consent: Consent | null
  readonly obstacle: Obstacle | null
  readonly runtimes: readonly RuntimeChoice[]
  readonly runtime: RuntimeInfo | null
  readonly variant: string | null
  readonly capabilities: readonly CapabilityChoice[]
  readonly ceiling: Limits | null
  readonly limitErrors: Readonly<Partial<Record<LimitName, string>>>
  readonly promptError: string | null
  /** Ready to be sent; null while something is missing. */
  readonly request: RunRequest | null
}

/** Works out what can be run. It never asks for more than the live consent grants; main checks all of it again (I1). */
export function compose(
  project: ProjectView,
  runtimes: readonly RuntimeInfo[],
  draft: Draft,
  now: number,
): Composed {
  const consent = project.consentState === 'live' ? project.consent : null
  const choices = runtimes.map((info) => ({ info, unavailable: whyNot(info, consent) }))
  const usable = choices.filter(({ unavailable }) => unavailable === null)
  const wanted = choices.find(({ info }) => info.name === draft.runtime) ?? usable[0] ?? choices[0]
  const runtime = wanted?.info ?? null
  const variant =
    runtime?.variants.find(({ id }) => id === draft.variant)?.id ?? runtime?.variants[0]?.id ?? null
  const powers = runtime === null ? [] : capabilityChoices(runtime, consent, draft)
  const ceiling = consent?.limits ?? null
  const { limits, errors } =
    ceiling === null ? { limits: null, errors: {} } : readLimits(draft.limits, ceiling)
  const obstacle = findObstacle(project, wanted, now)
  const promptError = limits === null ? null : tooLong(draft.prompt, limits.promptBytes)
  const isReady =
    obstacle === null &&
    Object.keys(errors).length === 0 &&
    promptError === null &&
    draft.prompt.trim() !== ''
  return {
    consent,
    obstacle,
    runtimes: choices,
    runtime,
    variant,
    capabilities: powers,
    ceiling,
    limitErrors: errors,
    promptError,
    request:
      !isReady || runtime === null || limits === null
        ? null
        : {
            projectId: project.id,
            prompt: draft.prompt,
            runtime: runtime.name,
            variant,
            outputSchema: null,
            policy: {
              capabilities: powers.filter(({ on }) => on).map(({ capability }) => capability),
              limits,
              runtimes: [runtime.name],
            },
          },
  }
}

function whyNot(info: RuntimeInfo, consent: Consent | null): string | null {
  if (info.unavailable !== null) return info.unavailable.message
  if (consent === null) return null
  if (!consent.runtimes.includes(info.name)) return 'Not in this consent. Change the consent to run it here.'
  const missing = missingCapabilities(info.required, consent.capabilities)
  if (missing.length === 0) return null
  return `Needs to ${listWords(missing.map((each) => capabilityWords[each].allows))}, which this consent does not grant.`
}

function capabilityChoices(
  runtime: RuntimeInfo,
  consent: Consent | null,
  draft: Draft,
): readonly CapabilityChoice[] {
  const used = capabilities.filter(
    (each) => runtime.required.includes(each) || runtime.optional.includes(each),
  )
  return used.map((capability) => {
    const { allows } = capabilityWords[capability]
    const able = `It can ${allows}.`
    const granted = consent?.capabilities.includes(capability) ?? false
    if (!granted) return { capability, on: false, locked: true, text: 'Not granted by this consent.' }
    if (runtime.required.includes(capability))
      return { capability, on: true, locked: true, text: `${able} ${runtime.title} does not work without.` }
    return { capability, on: !draft.without.includes(capability), locked: false, text: able }
  })
}

function findObstacle(project: ProjectView, wanted: RuntimeChoice | undefined, now: number): Obstacle | null {
  if (project.problem !== null)
    return {
      title: 'This project can’t be run',
      text: project.problem,
      way: { type: 'projects', label: 'See the project' },
    }
  const missing = missingConsent(project, now)
  if (missing !== null) return missing
  if (wanted === undefined)
    return {
      title: 'No runtime was found',
      text: 'Glovebox knows no agent program on this machine.',
      way: { type: 'settings', label: 'See what was probed' },
    }
  if (wanted.unavailable === null) return null
  const isThere = wanted.info.unavailable === null
  return {
    title: `${wanted.info.title} can’t be run here`,
    text: wanted.unavailable,
    way: isThere
      ? { type: 'consent', label: 'Change consent…' }
      : { type: 'settings', label: 'See what was probed' },
  }
}

function missingConsent({ name, consent, consentState }: ProjectView, now: number): Obstacle | null {
  const way = (label: string) => ({ type: 'consent' as const, label })
  switch (consentState) {
    case 'live':
      return null
    case null:
      return {
        title: `${name} has no consent yet`,
        text: 'No agent may read a file of it until you grant that. You choose what, how much and for how long.',
        way: way('Grant consent…'),
      }
    case 'consumed':
      return {
        title: 'Your consent was for one run, which has started',
        text: `It was used up ${formatRelative(consent?.consumedAt ?? now, now)}. Another run needs a new consent.`,
        way: way('Grant again…'),
      }
    case 'expired':
      return {
        title: 'Your consent has expired',
        text: `It ended ${consent?.scope.type === 'until' ? formatRelative(consent.scope.at, now) : 'since'}. Another run needs a new consent.`,
        way: way('Renew consent…'),
      }
    case 'revoked':
      return {
        title: 'You revoked the consent for this project',
        text: `That was ${formatRelative(consent?.revokedAt ?? now, now)}. No agent may read a file of it until you grant again.`,
        way: way('Grant consent…'),
      }
  }
}

function tooLong(prompt: string, ceiling: number): string | null {
  const bytes = new TextEncoder().encode(prompt).length
  if (bytes <= ceiling) return null
  return `The prompt has ${formatBytes(bytes)}; this consent allows ${formatBytes(ceiling)}. Shorten it, or put the long part in a file of the project.`
}
