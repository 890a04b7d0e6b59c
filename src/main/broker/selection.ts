import {
  type Consent,
  capabilityWords,
  failure,
  type GloveboxError,
  missingCapabilities,
  type Policy,
  type Result,
  type RuntimeName,
  type SessionStatus,
} from '../../shared'
import type { RuntimeCandidate } from '../runtimes'

export type Candidate = RuntimeCandidate
export type Selection =
  | { readonly ok: true; readonly candidate: Candidate; readonly consent: Consent }
  | {
      readonly ok: false
      readonly status: Extract<SessionStatus, 'denied' | 'unavailable'>
      readonly error: GloveboxError
    }

export type SelectionInput = {
  /** The runtime asked for; null: the policy's order decides. */
  readonly asked: RuntimeName | null
  /** The project's own preference: it comes before the policy's order. */
  readonly preferred: RuntimeName | null
  readonly policy: Policy
  readonly candidates: readonly Candidate[]
  /** Looks for a consent that covers this runtime under the policy, without consuming it. */
  readonly consentFor: (candidate: Candidate) => Result<Consent>
}

/**
 * Chooses the runtime of a run: the one asked for, else the project's preference, then the policy's order, without
 * repeats; available, its required capabilities inside the policy, covered by consent. Pure. A refusal for consent or
 * capability wins over "unavailable", since granting is what the user can do at once.
 */
export function selectRuntime(input: SelectionInput): Selection {
  const names = namesInOrder(input)
  let denied: GloveboxError | null = null
  let unavailable: GloveboxError | null = null
  for (const name of names) {
    const judged = judge(input, name)
    if (judged.ok) return judged
    if (judged.status === 'denied') denied ??= judged.error
    else unavailable ??= judged.error
  }
  if (denied !== null) return { ok: false, status: 'denied', error: denied }
  return { ok: false, status: 'unavailable', error: unavailable ?? noRuntime() }
}

/** Asked for, it alone; else the preference and the policy's order, each once. */
export function namesInOrder({
  asked,
  preferred,
  policy,
}: Pick<SelectionInput, 'asked' | 'preferred' | 'policy'>): readonly RuntimeName[] {
  if (asked !== null) return [asked]
  return [...new Set([...(preferred === null ? [] : [preferred]), ...policy.runtimes])]
}

/** Whether this one runtime could take the run. */
export function judge(input: SelectionInput, name: RuntimeName): Selection {
  const candidate = input.candidates.find((each) => each.probe.info.name === name)
  if (candidate === undefined) {
    const { error } = failure('runtime.unknown', `Not started: no agent is called “${name}”.`, {
      runtime: name,
    })
    return { ok: false, status: 'unavailable', error }
  }
  const { info } = candidate.probe
  if (info.unavailable !== null) return { ok: false, status: 'unavailable', error: info.unavailable }
  const missing = missingCapabilities(info.required, input.policy.capabilities)
  if (missing.length > 0)
    return { ok: false, status: 'denied', error: missingCapability(info.title, missing) }
  const consent = input.consentFor(candidate)
  return consent.ok
    ? { ok: true, candidate, consent: consent.value }
    : { ok: false, status: 'denied', error: consent.error }
}

function missingCapability(title: string, missing: ReturnType<typeof missingCapabilities>): GloveboxError {
  const words = missing.map((each) => capabilityWords[each].title.toLowerCase()).join(', ')
  return failure('policy.capability_missing', `Not started: ${title} needs the capability to ${words}.`, {
    capabilities: missing,
  }).error
}

const noRuntime = (): GloveboxError =>
  failure('runtime.unavailable', 'Not started: the request names no agent. Choose one.').error
