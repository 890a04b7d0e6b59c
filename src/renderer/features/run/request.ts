import type { Consent, LimitName, Limits, ProjectView, RunRequest, RuntimeInfo } from '../../../shared'
import { formatBytes } from '../../lib/format'
import { type CapabilityChoice, capabilityChoices } from './capability-choice'
import type { Draft } from './draft'
import { readLimits } from './limit-fields'
import { findObstacle, type Obstacle } from './obstacle'
import { chooseVariant, type RuntimeChoice, runtimeChoices } from './runtime-choice'
import { readSchema } from './schema/read-schema'

/** Everything the composer shows, worked out from the consent and the user's choices. */
export type Composed = {
  readonly consent: Consent | null
  readonly obstacle: Obstacle | null
  readonly runtimes: readonly RuntimeChoice[]
  readonly runtime: RuntimeInfo | null
  readonly variant: string | null
  /** The live consent names the agent that is chosen. */
  readonly isCovered: boolean
  /** Another model was chosen, its name is still to be typed. */
  readonly isVariantMissing: boolean
  readonly capabilities: readonly CapabilityChoice[]
  readonly ceiling: Limits | null
  readonly limitErrors: Readonly<Partial<Record<LimitName, string>>>
  readonly promptError: string | null
  /** Ready to be sent; null while something is missing. */
  readonly request: RunRequest | null
}

/**
 * Works out what can be run. It never asks for more than the live consent grants; main checks all of it again (I1).
 * `isSchemaWrong`: main said that the output schema can't be used. `isSample`: the project is the sample repository, for
 * which the Rehearsal agent's scenarios were written.
 */
export function compose(
  project: ProjectView,
  runtimes: readonly RuntimeInfo[],
  draft: Draft,
  now: number,
  isSchemaWrong = false,
  isSample = true,
): Composed {
  const consent = project.consentState === 'live' ? project.consent : null
  const choices = runtimeChoices(runtimes, consent)
  const chosen = chooseRuntime(choices, draft, project)
  const runtime = chosen?.info ?? null
  const { variant, isMissing: isVariantMissing } = chooseVariant(runtime, draft.variant, isSample)
  const powers = runtime === null ? [] : capabilityChoices(runtime, consent, draft)
  const ceiling = consent?.limits ?? null
  const { limits, errors } =
    ceiling === null ? { limits: null, errors: {} } : readLimits(draft.limits, ceiling)
  const obstacle = findObstacle(project, chosen, now)
  const promptError = limits === null ? null : tooLong(draft.prompt, limits.promptBytes)
  const schema = draft.hasSchema ? readSchema(draft.schema) : null
  const isReady =
    obstacle === null &&
    Object.keys(errors).length === 0 &&
    promptError === null &&
    !isVariantMissing &&
    (schema === null || (schema.error === null && !isSchemaWrong)) &&
    draft.prompt.trim() !== ''
  return {
    consent,
    obstacle,
    runtimes: choices,
    runtime,
    variant,
    isCovered: runtime !== null && (consent?.runtimes.includes(runtime.name) ?? false),
    isVariantMissing,
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
            outputSchema: schema === null ? null : draft.schema,
            policy: {
              capabilities: powers.filter(({ on }) => on).map(({ capability }) => capability),
              limits,
              runtimes: [runtime.name],
              ...hostsOf(consent, powers),
            },
          },
  }
}

/** What other hosts the run may reach: all that the consent lists, while that power is on. */
function hostsOf(
  consent: Consent | null,
  powers: readonly CapabilityChoice[],
): Pick<RunRequest['policy'], 'hosts'> {
  const isOn = powers.some(({ capability, on }) => capability === 'reach_network' && on)
  return isOn && consent?.hosts !== undefined ? { hosts: [...consent.hosts] } : {}
}

/** The one the user chose, else the project's preference where it can be used, else the first that can. */
function chooseRuntime(
  choices: readonly RuntimeChoice[],
  draft: Draft,
  { preferredRuntime }: ProjectView,
): RuntimeChoice | undefined {
  const usable = choices.filter(({ problem }) => problem === null)
  return (
    choices.find(({ info }) => info.name === draft.runtime) ??
    usable.find(({ info }) => info.name === preferredRuntime) ??
    usable[0] ??
    choices[0]
  )
}

function tooLong(prompt: string, ceiling: number): string | null {
  const bytes = new TextEncoder().encode(prompt).length
  if (bytes <= ceiling) return null
  return `The prompt has ${formatBytes(bytes)}; this consent allows ${formatBytes(ceiling)}. Shorten it, or put the long part in a file of the project.`
}
