import {
  type AspectOutcome,
  aspectWords,
  type BackendProbe,
  type Failure,
  failure,
  ok,
  type Result,
  type SandboxAspect,
  type SandboxBackend,
} from '../../shared'

export type SandboxPolicy = {
  /** Backends that may be used, best first. One that is not named is never used. */
  readonly order: readonly SandboxBackend[]
  /** Aspects that must be held, or at least partly so where that is said to be enough. */
  readonly required: readonly SandboxAspect[]
  readonly partlyIsEnough?: readonly SandboxAspect[]
  /** The user's own word, for this run, that it may go without a sandbox. */
  readonly subprocessConsented: boolean
}

/** What a run in a box must not do, whatever else is granted; the network is left out where it is granted. */
export function requiredAspects(network: 'none' | 'host'): readonly SandboxAspect[] {
  return [
    'write_outside',
    'read_secret',
    'parent_environment',
    'open_files',
    'other_processes',
    ...(network === 'host' ? [] : (['unix_sockets', 'network', 'loopback'] as const)),
    'ipc',
    'devices',
    'proc_sys',
    'setuid',
    'children_after_kill',
  ]
}

/** Why a backend was passed over. */
export type PassedOver = {
  readonly backend: SandboxBackend
  readonly reason: 'not_probed' | 'unavailable' | 'aspects' | 'not_consented'
  readonly missing: readonly SandboxAspect[]
}

/**
 * Takes the first backend of the order that holds everything that must be held, by what its probe measured (I7).
 * Nothing weaker is taken in its place: failures are `sandbox.level_not_held`, or `sandbox.not_consented` where only the
 * plain process is left and the user has not said yes to it. `details.passedOver` says why for each.
 */
export function chooseBackend(
  probes: readonly BackendProbe[],
  policy: SandboxPolicy,
): Result<{ readonly probe: BackendProbe; readonly passedOver: readonly PassedOver[] }> {
  const passedOver: PassedOver[] = []
  for (const backend of new Set(policy.order)) {
    const probe = probes.find((each) => each.backend === backend)
    const reason = reasonAgainst(backend, probe, policy)
    if (reason === null && probe !== undefined) return ok({ probe, passedOver })
    if (reason !== null) passedOver.push(reason)
  }
  return refusal(passedOver)
}

function reasonAgainst(
  backend: SandboxBackend,
  probe: BackendProbe | undefined,
  policy: SandboxPolicy,
): PassedOver | null {
  if (backend === 'subprocess' && !policy.subprocessConsented)
    return { backend, reason: 'not_consented', missing: [...policy.required] }
  if (probe === undefined) return { backend, reason: 'not_probed', missing: [] }
  if (!probe.available || probe.problem !== null) return { backend, reason: 'unavailable', missing: [] }
  // A plain process holds nothing of what a policy can ask for; a yes to it is a yes to that.
  if (backend === 'subprocess') return null
  const missing = missingAspects(probe, policy)
  return missing.length === 0 ? null : { backend, reason: 'aspects', missing }
}

/** Aspects of the policy that a probe did not find held. */
export function missingAspects(
  probe: BackendProbe,
  { required, partlyIsEnough = [] }: Pick<SandboxPolicy, 'required' | 'partlyIsEnough'>,
): readonly SandboxAspect[] {
  const outcomes = new Map<SandboxAspect, AspectOutcome>(
    probe.aspects.map(({ aspect, outcome }) => [aspect, outcome]),
  )
  return required.filter((aspect) => {
    const outcome = outcomes.get(aspect)
    return !(outcome === 'held' || (outcome === 'partly' && partlyIsEnough.includes(aspect)))
  })
}

function refusal(passedOver: readonly PassedOver[]): Failure {
  const details = { passedOver }
  if (passedOver.some(({ reason }) => reason === 'not_consented')) {
    const boxes = passedOver.filter(({ backend }) => backend !== 'subprocess')
    const why =
      boxes.length === 0
        ? 'the order that you set names no sandbox'
        : 'none of the sandboxes that your order names holds what this run asks for'
    return failure(
      'sandbox.not_consented',
      `Not started: ${why}. It would run with your account’s own rights; that needs your consent for this run. See Settings, Sandbox.`,
      details,
    )
  }
  const lacking = passedOver.find(({ reason }) => reason === 'aspects')
  const what = lacking?.missing.map((aspect) => aspectWords[aspect].title.toLowerCase()).join(', ')
  return failure(
    'sandbox.level_not_held',
    what === undefined
      ? 'Not started: no sandbox can be used on this machine. Settings, Sandbox, says why and what to do.'
      : `Not started: the sandbox of this machine does not hold what this run asks for (${what}). See Settings, Sandbox.`,
    details,
  )
}
