import type { Price } from '../../shared'
import { matchesPattern, plainModelName } from './model-name'
import type { ListPrice, PriceTable } from './price-table'

/** Where a cost can be looked up: the user's own prices come before the table's. */
export type Prices = { readonly own: readonly ListPrice[]; readonly listed: readonly ListPrice[] }

/** The price table with the user's own prices of the settings before it. An own price is for names that begin with `model`. */
export function createPrices(table: PriceTable, own: readonly Price[]): Prices {
  return { own: own.map(asListPrice), listed: table.vendors.flatMap((vendor) => vendor.prices) }
}

/**
 * The price of a model, or null where none is known. The longest pattern wins, among the user's own prices first. The
 * name is tried as the program says it, then in its plain form.
 */
export function findPrice(model: string, prices: Prices): ListPrice | null {
  const names = [...new Set([model.trim().toLowerCase(), plainModelName(model)])]
  return longestMatch(names, prices.own) ?? longestMatch(names, prices.listed)
}

function longestMatch(names: readonly string[], prices: readonly ListPrice[]): ListPrice | null {
  let best: ListPrice | null = null
  let bestLength = -1
  for (const price of prices)
    for (const pattern of price.models)
      if (pattern.length > bestLength && names.some((name) => matchesPattern(pattern.toLowerCase(), name))) {
        best = price
        bestLength = pattern.length
      }
  return best
}

function asListPrice(price: Price): ListPrice {
  return {
    id: `own:${price.model}`,
    models: [`${price.model}*`],
    inputUsd: price.inputUsd,
    outputUsd: price.outputUsd,
    cacheReadUsd: price.cacheReadUsd,
    cacheWriteUsd: price.cacheWriteUsd,
    cacheWriteLongUsd: price.cacheWriteUsd,
    tierFactors: {},
    longPrompt: null,
  }
}
