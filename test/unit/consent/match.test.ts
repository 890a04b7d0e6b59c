import { describe, expect, it } from 'vitest'
import { matchConsent } from '../../../src/main/consent'
import { defaultLimits } from '../../../src/shared'
import { aConsent, aPolicy, aRuntimeInfo, ids, otherRuntime } from '../../support/builders'

const input = {
  policy: aPolicy(),
  runtime: aRuntimeInfo(),
  identity: 'identity',
  now: 5000,
}
const match = (consents: ReturnType<typeof aConsent>[], patch: Partial<typeof input> = {}) =>
  matchConsent({ ...input, ...patch, consents })
const codeOf = (result: ReturnType<typeof matchConsent>) => (result.ok ? 'covered' : result.error.code)

describe('matchConsent', () => {
  it.each([
    ['a live one', [aConsent()], {}, 'covered'],
    ['none', [], {}, 'consent.missing'],
    ['a revoked one', [aConsent({ revokedAt: 2000 })], {}, 'consent.revoked'],
    ['a used one', [aConsent({ consumedAt: 2000, scope: { type: 'once' } })], {}, 'consent.consumed'],
    ['one that expired', [aConsent({ scope: { type: 'until', at: 5000 } })], {}, 'consent.expired'],
    ['one that expires later', [aConsent({ scope: { type: 'until', at: 5001 } })], {}, 'covered'],
    ['another repository at the path', [aConsent()], { identity: 'swapped' }, 'consent.project_changed'],
    ['another agent', [aConsent({ runtimes: [otherRuntime] })], {}, 'consent.runtime_not_covered'],
    [
      'fewer capabilities',
      [aConsent({ capabilities: ['read_tracked_files'] })],
      {},
      'consent.capability_not_covered',
    ],
    [
      'a lower ceiling',
      [aConsent({ limits: { ...defaultLimits, events: defaultLimits.events - 1 } })],
      {},
      'consent.limit_not_covered',
    ],
  ] as const)('%s', (_name, consents, patch, code) => {
    expect(codeOf(match([...consents], patch))).toBe(code)
  })

  it('takes the live consent that covers, not the newest one', () => {
    const covering = aConsent({ grantedAt: 1000 })
    const narrow = aConsent({ id: ids.otherConsent, grantedAt: 2000, capabilities: ['read_tracked_files'] })
    const result = match([narrow, covering])
    expect(result.ok && result.value.id).toBe(covering.id)
  })

  it('gives the reason of the live consent before that of a dead one', () => {
    const dead = aConsent({ grantedAt: 3000, revokedAt: 3500 })
    const narrow = aConsent({ id: ids.otherConsent, grantedAt: 2000, capabilities: ['read_tracked_files'] })
    expect(codeOf(match([dead, narrow]))).toBe('consent.capability_not_covered')
  })

  it('names what is missing', () => {
    const result = match([aConsent({ capabilities: ['read_tracked_files'] })])
    expect(!result.ok && result.error.details).toEqual({ capabilities: ['write_mirror'] })
  })
})
