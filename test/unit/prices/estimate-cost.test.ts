import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPrices, estimateCost, findPrice, parsePriceTable } from '../../../src/main/prices'
import { matchesPattern, plainModelName } from '../../../src/main/prices/model-name'
import type { Price, Usage } from '../../../src/shared'

const text = readFileSync(new URL('../../../resources/prices.json', import.meta.url), 'utf8')
const parsed = parsePriceTable(text)
if (!parsed.ok) throw new Error(parsed.error.cause)
const table = parsed.value
const listed = createPrices(table, [])

const none: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: null,
}
const million = 1_000_000
const own = (model: string, inputUsd: number): Price => ({
  model,
  inputUsd,
  outputUsd: 0,
  cacheReadUsd: 0,
  cacheWriteUsd: 0,
})

describe('the price table', () => {
  it('names its source and day for each vendor, and has the models the two programs offer', () => {
    expect(table.vendors.map(({ vendor, asOf }) => ({ vendor, asOf }))).toEqual([
      { vendor: 'anthropic', asOf: '2026-11-10' },
      { vendor: 'openai', asOf: '2026-11-18' },
    ])
    const models = ['claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-5-5', 'gpt-5.5', 'gpt-6.2-sol']
    for (const model of models) expect(findPrice(model, listed), model).not.toBeNull()
  })

  it('keeps to the usual order: reading a cache costs less than input, output more', () => {
    for (const price of listed.listed) {
      expect(price.cacheReadUsd, price.id).toBeLessThan(price.inputUsd)
      expect(price.cacheWriteUsd, price.id).toBeGreaterThanOrEqual(price.inputUsd)
      expect(price.cacheWriteLongUsd, price.id).toBeGreaterThanOrEqual(price.cacheWriteUsd)
      expect(price.outputUsd, price.id).toBeGreaterThan(price.inputUsd)
    }
  })

  it.each([
    ['no JSON', 'prices'],
    ['no vendors', '{}'],
    ['a negative price', text.replace('"inputUsd": 8', '"inputUsd": -8')],
    ['a model listed twice', text.replace('"claude-mythos-5"', '"claude-opus-5"')],
    ['a day that is none', text.replace('2026-11-10', '2026-13-10')],
  ])('is refused with %s', (_, broken) => {
    const result = parsePriceTable(broken)
    expect(broken).not.toBe(text)
    expect(result.ok ? null : result.error.code).toBe('internal.bug')
  })
})

describe('estimateCost', () => {
  it('prices each kind of token apart', () => {
    const cost = (usage: Partial<Usage>): number | undefined =>
      estimateCost({ ...none, ...usage }, 'claude-opus-4-8', listed)?.usd
    expect(cost({ inputTokens: million })).toBeCloseTo(5)
    expect(cost({ outputTokens: million })).toBeCloseTo(25)
    expect(cost({ cacheReadTokens: million })).toBeCloseTo(0.5)
    expect(cost({ cacheWriteTokens: million })).toBeCloseTo(6.25)
    expect(cost({ inputTokens: 1000, outputTokens: 100, cacheReadTokens: 20_000 })).toBeCloseTo(0.0175)
  })

  it('does not add reasoning to the output it is part of', () => {
    const usage = { ...none, outputTokens: 1000 }
    const reasoned = estimateCost({ ...usage, reasoningTokens: 900 }, 'gpt-5.5', listed)
    expect(reasoned).toEqual(estimateCost(usage, 'gpt-5.5', listed))
    expect(reasoned?.usd).toBeCloseTo(0.03)
  })

  it.each([
    null,
    '',
    '<synthetic>',
    'no-such-model',
    'gpt-5.5-pro',
    'claude-opus-50',
    'anthropic.claude-opus-5-v1:0',
  ])('knows no price of %s', (model) => {
    expect(estimateCost({ ...none, inputTokens: million }, model, listed)).toBeNull()
  })

  it('applies the factor of a service tier, and knows no price of a tier that is not listed', () => {
    const cost = (serviceTier: string | null) =>
      estimateCost({ ...none, inputTokens: million }, 'gpt-6-sol', listed, { serviceTier })?.usd ?? null
    expect([null, 'default', 'standard'].map(cost)).toEqual([2, 2, 2])
    expect(cost('flex')).toBeCloseTo(1)
    expect(cost('priority')).toBeCloseTo(4)
    expect(cost('reserved')).toBeNull()
    expect(cost('constructor')).toBeNull()
  })

  it('prices a long prompt of one request higher, cached tokens counted, and a sum of requests not', () => {
    const usage = { ...none, inputTokens: 1000, cacheReadTokens: 99_000, outputTokens: 1000 }
    const longer = { ...usage, inputTokens: 1001 }
    const cost = (each: Usage, oneRequest: boolean) =>
      estimateCost(each, 'claude-haiku-5-5', listed, { oneRequest })?.usd ?? 0
    expect(cost(usage, true)).toBe(cost(usage, false))
    expect(cost(longer, true)).toBeCloseTo(5 * cost(longer, false), 10)
  })

  it('prices cache writes for the longer retention apart, at most as many as there are', () => {
    const usage = { ...none, cacheWriteTokens: million }
    const cost = (longCacheWriteTokens: number) =>
      estimateCost(usage, 'claude-opus-5', listed, { longCacheWriteTokens })?.usd
    expect(cost(0)).toBeCloseTo(6.25)
    expect(cost(million / 2)).toBeCloseTo(8.125)
    expect(cost(9 * million)).toBeCloseTo(10)
  })

  it('is never negative, grows with every count, and names its price', () => {
    const count = fc.nat({ max: 10 * million })
    const usages = fc.record({ inputTokens: count, outputTokens: count, cacheReadTokens: count })
    const models = fc.constantFrom(...listed.listed.flatMap((price) => price.models))
    fc.assert(
      fc.property(usages, models, fc.boolean(), (counts, model, oneRequest) => {
        const usage = { ...none, ...counts }
        const cost = estimateCost(usage, model, listed, { oneRequest })
        const more = { ...usage, outputTokens: usage.outputTokens + 1 }
        expect(cost?.usd).toBeGreaterThanOrEqual(0)
        expect(estimateCost(more, model, listed, { oneRequest })?.usd).toBeGreaterThan(cost?.usd ?? Infinity)
        expect(findPrice(model, listed)?.id).toBe(cost?.priceId)
      }),
    )
  })
})

describe('findPrice', () => {
  it('takes the longest pattern, and the prices of the user before the table', () => {
    const prices = createPrices(table, [own('claude-opus', 1), own('claude-opus-4', 2), own('house-', 3)])
    const input = (model: string) => findPrice(model, prices)?.inputUsd ?? null
    expect(input('claude-opus-4-8')).toBe(2)
    expect(input('claude-opus-5')).toBe(1)
    expect(input('house-model')).toBe(3)
    expect(input('gpt-5.5')).toBe(5)
    expect(findPrice('claude-opus-5', prices)?.id).toBe('own:claude-opus')
  })

  it('takes an own price by the name as the program says it', () => {
    const prices = createPrices(table, [own('proxy/claude-opus-5', 9)])
    expect(findPrice('proxy/claude-opus-5', prices)?.inputUsd).toBe(9)
    expect(findPrice('other/claude-opus-5', prices)?.inputUsd).toBe(5)
  })

  it.each([
    ['anthropic/claude-opus-4-8[1m]', 'claude-opus-4-8'],
    ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
    ['claude-sonnet-4@20250514', 'claude-sonnet-4'],
    ['gpt-5.5-2026-04-23', 'gpt-5.5'],
    [' GPT-6-Sol ', 'gpt-6-sol'],
    ['claude-haiku-5-5-latest', 'claude-haiku-5-5'],
    ['gpt-5.1-codex-mini', 'gpt-5.1-codex-mini'],
  ])('reads %s as %s', (model, plain) => {
    expect(plainModelName(model)).toBe(plain)
  })
})

describe('matchesPattern', () => {
  it('says what a regular expression says', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 })
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
    fc.assert(
      fc.property(piece, name, (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text)
        expect(matchesPattern(pattern, text)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })
})
