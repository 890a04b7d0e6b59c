import {
  type Consent,
  capabilityWords,
  consentState,
  failure,
  limitsAbove,
  limitWords,
  missingCapabilities,
  ok,
  type Policy,
  type Result,
  type RuntimeName,
} from '../../shared'

export type MatchInput = {
  readonly consents: readonly Consent[]
  readonly policy: Policy
  readonly runtime: { readonly name: RuntimeName; readonly title: string }
  /** Identity of what is at the project's path now; null when nothing is. */
  readonly identity: string | null
  readonly now: number
}

/**
 * Finds the live consent that covers a run, without consuming it. Pure. When none does, the reason is that of the
 * consent which came closest: a dead one only where no live one is left.
 */
export function matchConsent(input: MatchInput): Result<Consent> {
  const newestFirst = [...input.consents].sort((a, b) => b.grantedAt - a.grantedAt)
  const live = newestFirst.filter((consent) => consentState(consent, input.now) === 'live')
  let closest: Result<Consent> | null = null
  for (const consent of live) {
    const covered = covers(consent, input)
    if (covered.ok) return covered
    closest ??= covered
  }
  return closest ?? noLiveConsent(newestFirst[0], input)
}

function noLiveConsent(newest: Consent | undefined, { runtime, now }: MatchInput): Result<Consent> {
  if (newest === undefined)
    return failure(
      'consent.missing',
      `Not started: no consent for ${runtime.title} on this project. Grant it first.`,
    )
  switch (consentState(newest, now)) {
    case 'revoked':
      return failure('consent.revoked', 'Not started: the consent was revoked. Grant it again to run.')
    case 'consumed':
      return failure(
        'consent.consumed',
        'Not started: the consent was for one run and has been used. Grant it again.',
      )
    case 'expired':
    case 'live':
      return failure('consent.expired', 'Not started: the consent has expired. Renew it to run.', {
        expiredAt: newest.scope.type === 'until' ? newest.scope.at : null,
      })
  }
}

function covers(consent: Consent, { policy, runtime, identity }: MatchInput): Result<Consent> {
  if (identity !== consent.repositoryIdentity)
    return failure(
      'consent.project_changed',
      'Not started: another repository is at this path than the one consent was granted for. Review it and grant again.',
    )
  if (!consent.runtimes.includes(runtime.name))
    return failure(
      'consent.runtime_not_covered',
      `Not started: the consent does not cover ${runtime.title}.`,
      {
        runtime: runtime.name,
      },
    )
  const missing = missingCapabilities(policy.capabilities, consent.capabilities)
  if (missing.length > 0)
    return failure(
      'consent.capability_not_covered',
      `Not started: the consent does not allow it to ${missing.map((each) => capabilityWords[each].allows).join(', ')}.`,
      { capabilities: missing },
    )
  const unlisted = (policy.hosts ?? []).filter((host) => !(consent.hosts ?? []).includes(host))
  if (unlisted.length > 0)
    return failure(
      'consent.capability_not_covered',
      `Not started: the consent does not allow it to reach ${unlisted.join(', ')}.`,
      { hosts: unlisted },
    )
  const above = limitsAbove(policy.limits, consent.limits)
  if (above.length > 0)
    return failure(
      'consent.limit_not_covered',
      `Not started: the run asks for more than was granted: ${above.map((each) => limitWords[each].toLowerCase()).join(', ')}.`,
      { limits: above },
    )
  return ok(consent)
}
