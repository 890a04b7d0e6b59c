import type { Usage } from '../../shared'
import type { ListPrice } from './price-table'
import { findPrice, type Prices } from './prices'

/** US dollars by a price of the table or of the user; `priceId` names it. */
export type CostEstimate = { readonly usd: number; readonly priceId: string }

export type CostCircumstances = {
  /** In the vendor's word. */
  readonly serviceTier?: string | null
  /** Cache-write tokens, of those in the usage, that were written for the longer retention. */
  readonly longCacheWriteTokens?: number
  /**
   * Whether the usage is of one request. Prices that depend on a prompt's length are only applied then: of a sum over
   * several requests nobody knows how long each was, and the estimate is the lower one.
   */
  readonly oneRequest?: boolean
}

/**
 * What the tokens cost by list price; null where the model or its service tier has no known price. Reasoning tokens are
 * part of the output tokens at both vendors (Anthropic: `usage.output_tokens` counts thinking; OpenAI:
 * `output_tokens_details.reasoning_tokens` is a breakdown of `output_tokens`), so they are not added again.
 */
export function estimateCost(
  usage: Usage,
  model: string | null,
  prices: Prices,
  circumstances: CostCircumstances = {},
): CostEstimate | null {
  const price = model === null ? null : findPrice(model, prices)
  if (price === null) return null
  const tier = tierFactor(price, circumstances.serviceTier ?? null)
  if (tier === null) return null
  const { inputFactor, outputFactor } = lengthFactors(usage, price, circumstances.oneRequest ?? false)
  const longWrites = Math.min(circumstances.longCacheWriteTokens ?? 0, usage.cacheWriteTokens)
  const prompt =
    usage.inputTokens * price.inputUsd +
    usage.cacheReadTokens * price.cacheReadUsd +
    (usage.cacheWriteTokens - longWrites) * price.cacheWriteUsd +
    longWrites * price.cacheWriteLongUsd
  const answer = usage.outputTokens * price.outputUsd
  return { usd: ((prompt * inputFactor + answer * outputFactor) * tier) / 1_000_000, priceId: price.id }
}

const standardTiers: ReadonlySet<string> = new Set(['', 'standard', 'default', 'auto'])

function tierFactor(price: ListPrice, serviceTier: string | null): number | null {
  const tier = serviceTier?.trim().toLowerCase() ?? ''
  if (standardTiers.has(tier)) return 1
  return Object.hasOwn(price.tierFactors, tier) ? (price.tierFactors[tier] ?? null) : null
}

function lengthFactors(
  usage: Usage,
  { longPrompt }: ListPrice,
  oneRequest: boolean,
): { readonly inputFactor: number; readonly outputFactor: number } {
  const promptTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
  return longPrompt !== null && oneRequest && promptTokens > longPrompt.aboveTokens
    ? longPrompt
    : { inputFactor: 1, outputFactor: 1 }
}
