import { z } from 'zod'
import { failure, ok, type Result } from '../../shared'

const usdSchema = z.number().nonnegative().max(100_000)
const factorSchema = z.number().positive().max(100)

/**
 * Public list prices of one or more models, US dollars per million tokens. Reasoning has no price of its own: both
 * vendors bill it as output and count it within output tokens.
 */
const listPriceSchema = z.object({
  id: z.string().min(1).max(120),
  /** Model names without provider, context mode and date; `*` stands for anything. */
  models: z.array(z.string().min(1).max(120)).min(1).max(50),
  inputUsd: usdSchema,
  outputUsd: usdSchema,
  cacheReadUsd: usdSchema,
  /** For the usual retention (5 minutes at Anthropic, 30 at OpenAI); the input price where writes cost nothing more. */
  cacheWriteUsd: usdSchema,
  /** The longer retention: one hour at Anthropic, 12 hours at OpenAI. */
  cacheWriteLongUsd: usdSchema,
  /** By service tier in the vendor's word; the standard tier has 1. A tier that is not named has no known price. */
  tierFactors: z.record(z.string().max(40), factorSchema).default({}),
  /** A request whose whole prompt (cached tokens included) is longer than this costs more, all of it. */
  longPrompt: z
    .object({
      aboveTokens: z.number().int().positive(),
      inputFactor: factorSchema,
      outputFactor: factorSchema,
    })
    .nullable()
    .default(null),
})
export type ListPrice = Readonly<z.infer<typeof listPriceSchema>>

const priceTableSchema = z.object({
  vendors: z
    .array(
      z.object({
        vendor: z.string().min(1).max(40),
        /** The public page the prices were taken from. */
        source: z.url({ protocol: /^https$/ }),
        /** The day up to which changes of that page are known to be in here. */
        asOf: z.iso.date(),
        prices: z.array(listPriceSchema).max(500),
      }),
    )
    .max(50),
})
export type PriceTable = Readonly<z.infer<typeof priceTableSchema>>

/** Reads the text of resources/prices.json. Fails with internal.bug: the file comes with the app and nobody edits it. */
export function parsePriceTable(text: string): Result<PriceTable> {
  const parsed = priceTableSchema.safeParse(parseJson(text))
  if (!parsed.success) return unreadable(z.prettifyError(parsed.error))
  const prices = parsed.data.vendors.flatMap((vendor) => vendor.prices)
  const twice =
    firstRepeated(prices.map((price) => price.id)) ?? firstRepeated(prices.flatMap((price) => price.models))
  return twice === null ? ok(parsed.data) : unreadable(`"${twice}" is listed twice.`)
}

function unreadable(reason: string): Result<PriceTable> {
  const message = 'The price table that comes with Glovebox can not be read, so costs are not estimated.'
  return failure('internal.bug', message, {}, reason)
}

function firstRepeated(names: readonly string[]): string | null {
  return names.find((name, index) => names.indexOf(name) !== index) ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
