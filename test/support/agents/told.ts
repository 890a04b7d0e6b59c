import { z } from 'zod'
import { noUsage, type Usage } from '../model-server'
import type { AgentOutcome } from './run-agent'

const claudeResult = z.object({
  type: z.literal('result'),
  is_error: z.boolean(),
  subtype: z.string(),
  result: z.string().optional(),
  modelUsage: z.record(
    z.string(),
    z.object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      cacheReadInputTokens: z.number(),
      cacheCreationInputTokens: z.number(),
    }),
  ),
})

const codexMessage = z.object({
  type: z.literal('item.completed'),
  item: z.object({ type: z.literal('agent_message'), text: z.string() }),
})

const codexEnd = z.object({
  type: z.literal('turn.completed'),
  usage: z.object({
    input_tokens: z.number(),
    cached_input_tokens: z.number(),
    cache_write_input_tokens: z.number(),
    output_tokens: z.number(),
    reasoning_output_tokens: z.number(),
  }),
})

/** What an agent's own output says in the end. */
export type Told = {
  /** Null where it says that it failed, or does not say how it ended. */
  readonly answer: string | null
  readonly usage: Usage
}

/** Read by the tests' own eyes, so that a test of the app does not rest on the app's parser. */
export function toldBy({ events }: Pick<AgentOutcome, 'events'>): Told {
  const results = parsedAs(claudeResult, events)
  return results.length > 0 ? toldByClaude(results) : toldByCodex(events)
}

function toldByClaude(results: readonly z.infer<typeof claudeResult>[]): Told {
  const last = results.at(-1)
  const models = Object.values(last?.modelUsage ?? {})
  const sum = (of: (model: (typeof models)[number]) => number): number =>
    models.reduce((total, model) => total + of(model), 0)
  return {
    answer: last === undefined || last.is_error ? null : (last.result ?? null),
    usage: {
      input: sum((model) => model.inputTokens),
      cacheRead: sum((model) => model.cacheReadInputTokens),
      cacheWrite: sum((model) => model.cacheCreationInputTokens),
      output: sum((model) => model.outputTokens),
      reasoning: 0,
    },
  }
}

function toldByCodex(events: readonly unknown[]): Told {
  const usage = parsedAs(codexEnd, events).at(-1)?.usage
  if (!usage) return { answer: null, usage: noUsage }
  return {
    answer: parsedAs(codexMessage, events).at(-1)?.item.text ?? null,
    usage: {
      input: usage.input_tokens - usage.cached_input_tokens - usage.cache_write_input_tokens,
      cacheRead: usage.cached_input_tokens,
      cacheWrite: usage.cache_write_input_tokens,
      output: usage.output_tokens,
      reasoning: usage.reasoning_output_tokens,
    },
  }
}

const parsedAs = <T>(shape: z.ZodType<T>, events: readonly unknown[]): readonly T[] =>
  events.flatMap((event) => {
    const { data } = shape.safeParse(event)
    return data === undefined ? [] : [data]
  })
