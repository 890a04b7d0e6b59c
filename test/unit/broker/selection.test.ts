import { describe, expect, it } from 'vitest'
import { type Candidate, selectRuntime } from '../../../src/main/broker/selection'
import { failure, ok, type RuntimeInfo } from '../../../src/shared'
import { aConsent, aPolicy, aRuntimeInfo, otherRuntime, rehearsal } from '../../support/builders'

const candidate = (info: RuntimeInfo): Candidate => ({
  probe: { info, executable: null },
  runtime: {
    name: info.name,
    acknowledgement: null,
    inputEnds: 'at_start',
    probe: () => Promise.reject(new Error('selection must not probe')),
    buildInvocation: () => {
      throw new Error('selection must not build')
    },
    signIn: () => Promise.reject(new Error('selection must not sign in')),
    homeFiles: () => [],
    isTranscript: () => false,
    createParser: () => ({ line: () => [], end: () => ({ events: [], failure: null }) }),
  },
})
const first = candidate(aRuntimeInfo())
const second = candidate(aRuntimeInfo({ name: otherRuntime, title: 'Other' }))
const down = candidate(aRuntimeInfo({ unavailable: failure('runtime.unavailable', 'not found').error }))
const covered = () => ok(aConsent())
const refused = () => failure('consent.missing', 'no consent')

const select = (patch: Partial<Parameters<typeof selectRuntime>[0]>) => {
  const result = selectRuntime({
    asked: null,
    preferred: null,
    policy: aPolicy({ runtimes: [rehearsal, otherRuntime] }),
    candidates: [first, second],
    consentFor: covered,
    ...patch,
  })
  return result.ok ? `run:${result.candidate.probe.info.name}` : `${result.status}:${result.error.code}`
}

describe('selectRuntime', () => {
  it('takes the first of the policy’s order', () => expect(select({})).toBe('run:rehearsal'))
  it('takes the one asked for, whatever the order', () =>
    expect(select({ asked: otherRuntime })).toBe('run:other'))
  it('passes over one that is not available', () =>
    expect(select({ candidates: [down, second] })).toBe('run:other'))
  it('never falls back from the one asked for', () =>
    expect(select({ asked: rehearsal, candidates: [down, second] })).toBe('unavailable:runtime.unavailable'))
  it('passes over one without consent', () =>
    expect(
      select({ consentFor: ({ probe }) => (probe.info.name === rehearsal ? refused() : covered()) }),
    ).toBe('run:other'))
  it('denies for consent before it calls anything unavailable', () =>
    expect(select({ candidates: [down, second], consentFor: refused })).toBe('denied:consent.missing'))
  it('tells a missing capability from a missing consent', () =>
    expect(select({ policy: aPolicy({ capabilities: ['run_commands'], runtimes: [rehearsal] }) })).toBe(
      'denied:policy.capability_missing',
    ))
  it('names an unknown agent', () =>
    expect(select({ candidates: [], asked: rehearsal })).toBe('unavailable:runtime.unknown'))
  it('is unavailable without any agent named', () =>
    expect(select({ policy: aPolicy({ runtimes: [] }) })).toBe('unavailable:runtime.unavailable'))
  it('asks for consent once per runtime, also when the order repeats', () => {
    const asked: string[] = []
    select({
      policy: aPolicy({ runtimes: [rehearsal, rehearsal, otherRuntime] }),
      consentFor: ({ probe }) => {
        asked.push(probe.info.name)
        return refused()
      },
    })
    expect(asked).toEqual(['rehearsal', 'other'])
  })
})
