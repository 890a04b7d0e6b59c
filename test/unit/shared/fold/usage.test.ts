import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noUsage, sessionViewSchema, startFold, usageSchema } from '../../../../src/shared'
import { foldSession } from '../../../../src/shared/fold/session'
import { addUsage, subtractUsage } from '../../../../src/shared/fold/usage'
import { sessionIdSchema } from '../../../../src/shared/ids'
import { started } from '../../../support/builders'

const tokens = fc.oneof(fc.maxSafeNat(), fc.constant(Number.MAX_SAFE_INTEGER), fc.nat(1000))
const cost = fc.oneof(fc.constant(null), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }))
const usages = fc.array(
  fc.record({
    inputTokens: tokens,
    outputTokens: tokens,
    cacheReadTokens: tokens,
    cacheWriteTokens: tokens,
    reasoningTokens: tokens,
    costUsd: cost,
  }),
  { maxLength: 8 },
)

describe('sums of usage', () => {
  it('can be stored and read again, whatever was claimed and taken back', () => {
    fc.assert(
      fc.property(usages, usages, (added, taken) => {
        const sum = taken.reduce(subtractUsage, added.reduce(addUsage, noUsage))
        expect(usageSchema.safeParse(JSON.parse(JSON.stringify(sum))).success).toBe(true)
      }),
    )
  })

  it('leave no cost below nothing by rounding', () => {
    const costing = (costUsd: number) => ({ ...noUsage, costUsd })
    const sum = addUsage(addUsage(noUsage, costing(0.1)), costing(0.2))
    expect(subtractUsage(subtractUsage(sum, costing(0.2)), costing(0.1)).costUsd).toBeGreaterThanOrEqual(0)
  })

  it('of a session keep it readable, costs of whole attempts included', () => {
    const id = sessionIdSchema.parse('7d444840-9dc0-11d1-b245-5ffdce74fad2')
    const most = { ...noUsage, inputTokens: Number.MAX_SAFE_INTEGER, costUsd: 1e308 }
    const bodies = [
      started(),
      { type: 'agent.usage', responseId: 'a', model: null, usage: most },
      { type: 'agent.usage', responseId: 'b', model: null, usage: most },
      { type: 'agent.cost', attempt: 1, usd: 1.7e308, replacesUsd: 0 },
      { type: 'agent.cost', attempt: 2, usd: 1.7e308, replacesUsd: 0 },
    ] as const
    const { view } = bodies.reduce(
      (fold, body, row) => foldSession(fold, { seq: row + 1, at: 1, row, body }),
      startFold(id, 1, started()),
    )
    expect(sessionViewSchema.safeParse(JSON.parse(JSON.stringify(view))).success).toBe(true)
  })
})
