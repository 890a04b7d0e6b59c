import { z } from 'zod'
import { countSchema, toolKindSchema } from '../../shared'
import { nestsTooDeep } from './nesting'
import type { AgentEvent, AgentParser } from './runtime'
import { unknownLine } from './unknown-line'

const at = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

/** Every line the Rehearsal agent prints (docs/rehearsal-protocol.md). Further fields are ignored. */
const lineSchema = z.discriminatedUnion('type', [
  at('response_started', { response_id: z.string() }),
  at('response_finished', { response_id: z.string() }),
  at('message', { text: z.string() }),
  at('thinking', { text: z.string() }),
  at('tool_call', {
    id: z.string(),
    tool: z.string(),
    kind: toolKindSchema,
    target: z.string().nullable(),
    input: z.unknown(),
  }),
  at('tool_output', { id: z.string(), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  at('tool_result', {
    id: z.string(),
    failed: z.boolean(),
    exit_code: z.number().int().nullable(),
    output: z.string().nullable(),
    duration_ms: countSchema,
  }),
  at('usage', {
    response_id: z.string(),
    model: z.string().nullable(),
    input_tokens: countSchema,
    output_tokens: countSchema,
    cache_read_tokens: countSchema,
    cost_usd: z.number().nonnegative().nullable(),
  }),
  at('final', { text: z.string() }),
])
type RehearsalLine = z.infer<typeof lineSchema>

/** Line by line, without a state. What is not a line of the protocol becomes `agent.unknown` (I11). */
export function createRehearsalParser(): AgentParser {
  return {
    line: (line) => (line === '' ? [] : parseLine(line)),
    // The exit code says whether it failed; nothing is held back.
    end: () => ({ events: [], failure: null }),
  }
}

function parseLine(line: string): readonly AgentEvent[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return [unknownLine(line, 'not JSON')]
  }
  if (nestsTooDeep(value)) return [unknownLine(line, 'nested too deeply')]
  const parsed = lineSchema.safeParse(value)
  return parsed.success ? eventsOf(parsed.data) : [unknownLine(line, z.prettifyError(parsed.error))]
}

function eventsOf(line: RehearsalLine): readonly AgentEvent[] {
  switch (line.type) {
    case 'response_started':
      return [{ type: 'response.started', responseId: line.response_id }]
    case 'response_finished':
      return [{ type: 'response.finished', responseId: line.response_id }]
    case 'message':
      return [{ type: 'agent.message', text: line.text, final: false }]
    case 'thinking':
      return [{ type: 'agent.thinking', text: line.text }]
    case 'final':
      return [
        { type: 'agent.message', text: line.text, final: true },
        { type: 'final', text: line.text },
      ]
    case 'tool_call':
      return [
        {
          type: 'tool.called',
          callId: line.id,
          tool: line.tool,
          kind: line.kind,
          target: line.target,
          input: line.input,
        },
      ]
    case 'tool_output':
      return [{ type: 'tool.output', callId: line.id, stream: line.stream, text: line.text }]
    case 'tool_result':
      return [
        {
          type: 'tool.finished',
          callId: line.id,
          failed: line.failed,
          exitCode: line.exit_code,
          output: line.output,
          durationMs: line.duration_ms,
        },
      ]
    case 'usage':
      return [
        {
          type: 'agent.usage',
          responseId: line.response_id,
          model: line.model,
          usage: {
            inputTokens: line.input_tokens,
            outputTokens: line.output_tokens,
            cacheReadTokens: line.cache_read_tokens,
            cacheWriteTokens: 0,
            reasoningTokens: 0,
            costUsd: line.cost_usd,
          },
        },
      ]
  }
}
