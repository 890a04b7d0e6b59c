import { z } from 'zod'
import { tokenCountSchema } from '../token-count'

const at = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

const itemPhases = ['item.started', 'item.updated', 'item.completed'] as const

/**
 * Every line that `codex exec --json` prints (measured with 0.171; the shapes are those of its exec events). Further
 * fields are ignored. An item's own fields and the usage are read apart, so that a strange one loses no more than itself.
 */
export const codexLineSchema = z.discriminatedUnion('type', [
  at('thread.started', { thread_id: z.string() }),
  at('turn.started', {}),
  z.object({ type: z.enum(itemPhases), item: z.object({ id: z.string(), type: z.string() }).loose() }),
  at('turn.completed', { usage: z.unknown() }),
  at('turn.failed', { error: z.object({ message: z.string() }) }),
  at('error', { message: z.string() }),
])
export type CodexLine = z.infer<typeof codexLineSchema>
export type ItemPhase = (typeof itemPhases)[number]

const status = z.string().default('')

export const codexItemSchema = z.discriminatedUnion('type', [
  at('agent_message', { text: z.string() }),
  at('reasoning', { text: z.string() }),
  at('command_execution', {
    command: z.string(),
    aggregated_output: z.string().default(''),
    exit_code: z.number().int().nullish(),
    status,
  }),
  at('file_change', { changes: z.array(z.object({ path: z.string(), kind: z.string() })), status }),
  at('mcp_tool_call', {
    server: z.string(),
    tool: z.string(),
    arguments: z.unknown(),
    result: z.unknown(),
    error: z.object({ message: z.string() }).nullish(),
    status,
  }),
  at('collab_tool_call', { tool: z.string(), prompt: z.string().nullish(), status }).loose(),
  at('web_search', { query: z.string().default('') }).loose(),
  at('todo_list', { items: z.array(z.object({ text: z.string(), completed: z.boolean() })) }),
  at('error', { message: z.string() }),
])
export type CodexItem = z.infer<typeof codexItemSchema>

/** Token counters of the whole conversation so far. `input_tokens` includes what was read from and written to a cache. */
export const codexUsageSchema = z.object({
  input_tokens: tokenCountSchema,
  cached_input_tokens: tokenCountSchema.default(0),
  cache_write_input_tokens: tokenCountSchema.default(0),
  output_tokens: tokenCountSchema,
  reasoning_output_tokens: tokenCountSchema.default(0),
})
