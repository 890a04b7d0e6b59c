import { describe, expect, it } from 'vitest'
import { type Candidate, selectRuntime } from '../../../src/main/broker/selection'
import { matchConsent } from '../../../src/main/consent'
import {
  type Capability,
  type Consent,
  defaultLimits,
  failure,
  type Policy,
  type RuntimeName,
} from '../../../src/shared'
import { aConsent, aPolicy, aRuntimeInfo, otherRuntime, rehearsal } from '../../support/builders'

const now = 10_000
const lower = { ...defaultLimits, events: defaultLimits.events - 1 }

/** Consents of the project as each state leaves them, with the code that a run under them is refused by; null: it runs. */
const consentStates: Readonly<
  Record<
    string,
    { readonly consents: (runtime: RuntimeName) => readonly Consent[]; readonly code: string | null }
  >
> = {
  live: { consents: (runtime) => [aConsent({ runtimes: [runtime] })], code: null },
  none: { consents: () => [], code: 'consent.missing' },
  expired: {
    consents: (runtime) => [aConsent({ runtimes: [runtime], scope: { type: 'until', at: now } })],
    code: 'consent.expired',
  },
  revoked: {
    consents: (runtime) => [aConsent({ runtimes: [runtime], revokedAt: 5000 })],
    code: 'consent.revoked',
  },
  consumed: {
    consents: (runtime) => [aConsent({ runtimes: [runtime], scope: { type: 'once' }, consumedAt: 5000 })],
    code: 'consent.consumed',
  },
  'other project': {
    consents: (runtime) => [aConsent({ runtimes: [runtime], repositoryIdentity: 'another' })],
    code: 'consent.project_changed',
  },
  'other runtime': {
    consents: (runtime) => [aConsent({ runtimes: [runtime === rehearsal ? otherRuntime : rehearsal] })],
    code: 'consent.runtime_not_covered',
  },
  'fewer capabilities': {
    consents: (runtime) => [aConsent({ runtimes: [runtime], capabilities: ['read_tracked_files'] })],
    code: 'consent.capability_not_covered',
  },
  'lower limits': {
    consents: (runtime) => [aConsent({ runtimes: [runtime], limits: lower })],
    code: 'consent.limit_not_covered',
  },
}
const states = Object.keys(consentStates)

/** One runtime's circumstances in a row of the table. */
type Side = { readonly available: boolean; readonly capable: boolean; readonly consent: string }
const sides: readonly Side[] = [true, false].flatMap((available) =>
  [true, false].flatMap((capable) => states.map((consent) => ({ available, capable, consent }))),
)

const asks: readonly { readonly asked: RuntimeName | null; readonly preferred: RuntimeName | null }[] = [
  { asked: null, preferred: null },
  { asked: null, preferred: otherRuntime },
  { asked: rehearsal, preferred: null },
  { asked: rehearsal, preferred: otherRuntime },
  { asked: otherRuntime, preferred: null },
]

const policy: Policy = aPolicy({ runtimes: [rehearsal, otherRuntime, rehearsal] })
const needed: Capability = 'run_commands'

function candidate(name: RuntimeName, { available, capable }: Side): Candidate {
  const info = aRuntimeInfo({
    name,
    title: name,
    required: capable ? ['read_tracked_files'] : ['read_tracked_files', needed],
    unavailable: available ? null : failure('runtime.not_found', `${name} is not there`).error,
  })
  const never = () => {
    throw new Error('selection touches no runtime')
  }
  return {
    probe: { info, executable: null },
    runtime: {
      name,
      acknowledgement: null,
      inputEnds: 'at_start',
      probe: never,
      signIn: never,
      buildInvocation: never,
      homeFiles: never,
      isTranscript: never,
      createParser: never,
    },
  }
}

/** What the design says in words: who is tried in which order, and which refusal is told. */
function expected(tried: readonly (readonly [RuntimeName, Side])[]): string {
  const refusals = tried.map(([name, { available, capable, consent }]) => {
    if (!available) return ['unavailable', 'runtime.not_found']
    if (!capable) return ['denied', 'policy.capability_missing']
    const code = consentStates[consent]?.code ?? null
    return code === null ? ['run', name] : ['denied', code]
  })
  const told =
    refusals.find(([status]) => status === 'run') ??
    refusals.find(([status]) => status === 'denied') ??
    refusals[0]
  return told?.join(' ') ?? ''
}

describe('the outcome table of selection', () => {
  it('has the right status, reason and runtime in every combination', () => {
    let rows = 0
    for (const ask of asks)
      for (const one of sides)
        for (const two of sides) {
          const circumstances = new Map<RuntimeName, Side>([
            [rehearsal, one],
            [otherRuntime, two],
          ])
          const result = selectRuntime({
            ...ask,
            policy,
            candidates: [candidate(rehearsal, one), candidate(otherRuntime, two)],
            consentFor: ({ probe: { info } }) =>
              matchConsent({
                consents:
                  consentStates[circumstances.get(info.name)?.consent ?? '']?.consents(info.name) ?? [],
                policy,
                runtime: info,
                identity: 'identity',
                now,
              }),
          })
          const order =
            ask.asked !== null
              ? [ask.asked]
              : ask.preferred === otherRuntime
                ? [otherRuntime, rehearsal]
                : [rehearsal, otherRuntime]
          const row = JSON.stringify({ ...ask, one, two })
          const got = result.ok
            ? `run ${result.candidate.runtime.name}`
            : `${result.status} ${result.error.code}`
          expect(`${row} ${got}`).toBe(
            `${row} ${expected(order.map((name) => [name, circumstances.get(name) ?? one]))}`,
          )
          rows += 1
        }
    expect(rows).toBe(asks.length * sides.length ** 2)
  })

  it('gives every refusal a sentence that says what to do', () => {
    for (const [name, { consents, code }] of Object.entries(consentStates)) {
      const matched = matchConsent({
        consents: consents(rehearsal),
        policy,
        runtime: { name: rehearsal, title: 'Rehearsal' },
        identity: 'identity',
        now,
      })
      expect([name, matched.ok ? null : matched.error.code]).toEqual([name, code])
      if (!matched.ok) expect(matched.error.message).toMatch(/^Not started: .{20,}\.$/)
    }
  })
})
