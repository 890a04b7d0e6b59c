import { z } from 'zod'
import { countSchema } from '../../../shared'
import { tokenCountSchema } from '../token-count'

/**
 * What Claude Code prints with `-p --output-format stream-json --verbose --include-partial-messages`, one JSON object a
 * line (observed with 2.1.197). Further fields are ignored, and what may be missing is nullish: only that which an
 * event is made of has to be there.
 */

const count = countSchema.nullish()
const tokens = tokenCountSchema.nullish()
const parent_tool_use_id = z.string().nullish()

/** Tokens as the Messages API counts them: `input_tokens` is neither read from nor written to a cache. */
export const apiUsageSchema = z.object({
  input_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
  output_tokens: tokens,
  service_tier: z.string().nullish(),
})
export type ApiUsage = z.infer<typeof apiUsageSchema>

/** A block of a message's content; its kind decides what else it has (content.ts). */
export const blockSchema = z.looseObject({ type: z.string() })
export type Block = z.infer<typeof blockSchema>

/** One block (rarely more) of a model response: lines with the same `message.id` belong to one response. */
export const assistantSchema = z.object({
  message: z.object({
    id: z.string(),
    /** `<synthetic>`: made by the program itself, not by a model. */
    model: z.string(),
    content: z.array(blockSchema),
    usage: apiUsageSchema.nullish(),
    /** Null while the response is streaming: then `usage.output_tokens` is provisional. */
    stop_reason: z.string().nullish(),
  }),
  parent_tool_use_id,
  error: z.string().nullish(),
})
export type AssistantLine = z.infer<typeof assistantSchema>

export const userSchema = z.object({
  message: z.object({ content: z.union([z.string(), z.array(blockSchema)]) }),
  parent_tool_use_id,
  /** The result in the tool's own form; its text for the model is in the block. */
  tool_use_result: z.unknown().optional(),
  isSynthetic: z.boolean().nullish(),
  isReplay: z.boolean().nullish(),
})
export type UserLine = z.infer<typeof userSchema>

/** An event of the API's stream as it came. */
export const streamEventSchema = z.object({ event: blockSchema, parent_tool_use_id })
export const messageStartSchema = z.object({
  message: z.object({ id: z.string(), model: z.string(), usage: apiUsageSchema.nullish() }),
})
export const messageDeltaSchema = z.object({
  delta: z.object({ stop_reason: z.string().nullish() }).nullish(),
  usage: apiUsageSchema.nullish(),
})

export const initSchema = z.object({
  cwd: z.string().nullish(),
  session_id: z.string().nullish(),
  model: z.string().nullish(),
  claude_code_version: z.string().nullish(),
  permissionMode: z.string().nullish(),
  tools: z.array(z.string()).nullish(),
  mcp_servers: z.array(z.object({ name: z.string() })).nullish(),
})

export const apiRetrySchema = z.object({
  attempt: countSchema,
  max_retries: count,
  retry_delay_ms: z.number().nonnegative().nullish(),
  error_status: z.number().int().nullish(),
  error: z.string().nullish(),
})

export const rateLimitSchema = z.object({
  rate_limit_info: z.object({
    status: z.string(),
    rateLimitType: z.string().nullish(),
    /** Seconds since the epoch. */
    resetsAt: z.number().nonnegative().nullish(),
    /** From 0 to 1. */
    utilization: z.number().nonnegative().nullish(),
  }),
})
export type RateLimitInfo = z.infer<typeof rateLimitSchema>['rate_limit_info']

export const resultSchema = z.object({
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().nullish(),
  structured_output: z.unknown().optional(),
  api_error_status: z.number().int().nullish(),
  stop_reason: z.string().nullish(),
  terminal_reason: z.string().nullish(),
  /** An estimate of the program's own, for this start of it. */
  total_cost_usd: z.number().nonnegative().nullish(),
  modelUsage: z
    .record(
      z.string(),
      z.object({
        inputTokens: tokens,
        outputTokens: tokens,
        cacheReadInputTokens: tokens,
        cacheCreationInputTokens: tokens,
      }),
    )
    .nullish(),
  permission_denials: z
    .array(z.object({ tool_name: z.string(), tool_use_id: z.string(), tool_input: z.unknown().optional() }))
    .nullish(),
  errors: z.array(z.string()).nullish(),
})
export type ResultLine = z.infer<typeof resultSchema>

/** The model name of what the program itself says in a response's form. */
export const syntheticModel = '<synthetic>'
