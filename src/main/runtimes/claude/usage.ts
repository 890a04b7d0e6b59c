import type { EventOf, Usage } from '../../../shared'
import type { ApiUsage, ResultLine } from './lines'

type UsageEvent = EventOf<'agent.usage'>
type Counted = { readonly model: string; readonly usage: Usage }

export type UsageLedger = {
  /** A response's stream began: what it reports then is final for the input only, so nothing is told yet. */
  readonly streamed: (scope: string | null, id: string, model: string, usage: ApiUsage | null) => void
  /** The stream's closing numbers. */
  readonly closed: (scope: string | null, usage: ApiUsage | null) => readonly UsageEvent[]
  /** A response that came in whole, without a stream. */
  readonly whole: (
    scope: string | null,
    id: string,
    model: string,
    usage: ApiUsage | null,
  ) => readonly UsageEvent[]
  /** What the program counted in all beyond what its responses told of, by model. */
  readonly settle: (totals: ResultLine['modelUsage']) => readonly UsageEvent[]
}

/**
 * Tokens by model response, each counted once, with the numbers that close its stream. A response whose stream broke
 * off is not counted, as the program doesn't count it either. In the end the program's own totals decide: what they
 * hold beyond the responses seen (a side request, a response without visible content) is told as one more usage, so
 * that a session's tokens are what the API reported. They never take anything away.
 */
export function createUsageLedger(attempt: number): UsageLedger {
  const counted = new Map<string, Counted>()
  const streams = new Map<string | null, Counted & { readonly id: string; readonly tier: string | null }>()
  const streamedIds = new Set<string>()
  const rests = new Map<string, string>()

  const count = (
    scope: string | null,
    id: string,
    model: string,
    usage: Usage,
    tier: string | null,
  ): readonly UsageEvent[] => {
    const before = counted.get(id)
    if (before !== undefined && sameUsage(before.usage, usage)) return []
    counted.set(id, { model, usage })
    return [
      {
        type: 'agent.usage',
        responseId: id,
        model,
        usage,
        provider: 'anthropic',
        ...(tier === null ? {} : { serviceTier: tier }),
        ...(scope === null ? {} : { parentCallId: scope }),
      },
    ]
  }

  return {
    streamed: (scope, id, model, usage) => {
      streams.set(scope, { id, model, usage: toUsage(usage), tier: usage?.service_tier ?? null })
      streamedIds.add(id)
    },
    closed: (scope, usage) => {
      const stream = streams.get(scope)
      if (stream === undefined || usage === null) return []
      const final = toUsage(usage, stream.usage)
      return count(scope, stream.id, stream.model, final, usage.service_tier ?? stream.tier)
    },
    whole: (scope, id, model, usage) =>
      usage === null || streamedIds.has(id)
        ? []
        : count(scope, id, model, toUsage(usage), usage.service_tier ?? null),
    settle: (totals) =>
      missing(totals ?? {}, [...counted.values()]).flatMap(({ model, usage }): readonly UsageEvent[] => {
        const responseId = `beyond-responses-${attempt}:${model}`
        const told = JSON.stringify(usage)
        if (rests.get(responseId) === told) return []
        rests.set(responseId, told)
        return [{ type: 'agent.usage', responseId, model, usage, provider: 'anthropic' }]
      }),
  }
}

/** Where a field is missing, `otherwise` has its number. The API does not tell reasoning tokens apart from output. */
function toUsage(usage: ApiUsage | null, otherwise: Usage = none): Usage {
  return {
    inputTokens: usage?.input_tokens ?? otherwise.inputTokens,
    outputTokens: usage?.output_tokens ?? otherwise.outputTokens,
    cacheReadTokens: usage?.cache_read_input_tokens ?? otherwise.cacheReadTokens,
    cacheWriteTokens: usage?.cache_creation_input_tokens ?? otherwise.cacheWriteTokens,
    reasoningTokens: 0,
    costUsd: null,
  }
}

const none: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: null,
}
const fields = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

function missing(
  totals: NonNullable<ResultLine['modelUsage']>,
  counted: readonly Counted[],
): readonly Counted[] {
  const own = new Map<string, Usage>()
  for (const { model, usage } of counted) {
    const plain = plainModel(model)
    own.set(plain, add(own.get(plain) ?? none, usage))
  }
  const byModel = Object.entries(totals).map(([name, total]) => {
    const model = plainModel(name)
    return { model, usage: beyond(totalUsage(total), own.get(model) ?? none) }
  })
  const all = beyond(
    Object.values(totals).reduce<Usage>((sum, total) => add(sum, totalUsage(total)), none),
    [...own.values()].reduce(add, none),
  )
  // Should the program call a model otherwise in its totals than in its responses, those would be counted twice.
  const sum = byModel.reduce<Usage>((left, { usage }) => add(left, usage), none)
  const rest = sameUsage(sum, all) ? byModel : [{ model: byModel[0]?.model ?? 'unknown', usage: all }]
  return rest.filter(({ usage }) => !sameUsage(usage, none))
}

function totalUsage(total: NonNullable<ResultLine['modelUsage']>[string]): Usage {
  return {
    ...none,
    inputTokens: total.inputTokens ?? 0,
    outputTokens: total.outputTokens ?? 0,
    cacheReadTokens: total.cacheReadInputTokens ?? 0,
    cacheWriteTokens: total.cacheCreationInputTokens ?? 0,
  }
}

const beyond = (total: Usage, part: Usage): Usage => map((field) => Math.max(0, total[field] - part[field]))

const add = (a: Usage, b: Usage): Usage => map((field) => a[field] + b[field])

function map(value: (field: (typeof fields)[number]) => number): Usage {
  const [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens] = fields.map(value)
  return {
    ...none,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: cacheReadTokens ?? 0,
    cacheWriteTokens: cacheWriteTokens ?? 0,
  }
}

const sameUsage = (a: Usage, b: Usage): boolean => fields.every((field) => a[field] === b[field])

/** Without the mark of a wider context window: `claude-opus-4-8[1m]`. */
const plainModel = (name: string): string => name.replace(/\[[^\][]*\]$/, '')
