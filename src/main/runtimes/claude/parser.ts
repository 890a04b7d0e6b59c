import { z } from 'zod'
import type { EventOf } from '../../../shared'
import { nestsTooDeep } from '../nesting'
import type { AgentEvent, AgentParser, ParserContext } from '../runtime'
import { unknownLine } from '../unknown-line'
import { createCalls } from './calls'
import { createFinalText } from './final-text'
import {
  apiRetrySchema,
  assistantSchema,
  type Block,
  initSchema,
  messageDeltaSchema,
  messageStartSchema,
  type ResultLine,
  rateLimitSchema,
  resultSchema,
  streamEventSchema,
  userSchema,
} from './lines'
import { createMessages } from './messages'
import { readNotice } from './notices'
import { type Ending, endOf, gaveUpOnSchema } from './outcome'
import { createResponses } from './responses'
import { createUsageLedger } from './usage'

const lineSchema = z.looseObject({ type: z.string(), subtype: z.string().nullish() })
type Line = z.infer<typeof lineSchema>
type Events = readonly AgentEvent[]

/**
 * One attempt of Claude Code, line by line. Text that streams in is not told as it grows: the program prints each block
 * again when it is whole, and the stream's own events only serve to count tokens and to tell responses apart.
 */
export function createClaudeParser(now: () => number, context?: ParserContext): AgentParser {
  const calls = createCalls(now, context?.mirrorFolder ?? null)
  const responses = createResponses()
  const ledger = createUsageLedger(context?.attempt ?? 1)
  const finalText = createFinalText()
  let ending: Ending = { result: null, error: null, rateLimit: null, lastRetry: null }
  let lastStructured: unknown = null
  const { readAssistant, readUser } = createMessages({
    calls,
    responses,
    ledger,
    onError: (error) => {
      ending = { ...ending, error }
    },
    onStructured: (value) => {
      lastStructured = value
    },
  })

  const readLine = (line: Line, text: string): Events => {
    const read = <T>(schema: z.ZodType<T>, then: (value: T) => Events): Events => {
      const parsed = schema.safeParse(line)
      return parsed.success
        ? then(parsed.data)
        : [unknownLine(text, `${line.type}: ${z.prettifyError(parsed.error)}`)]
    }
    switch (line.type) {
      case 'assistant':
        return read(assistantSchema, readAssistant)
      case 'user':
        return read(userSchema, (user) => readUser(user, text))
      case 'stream_event':
        return read(streamEventSchema, ({ event, parent_tool_use_id }) =>
          readStreamEvent(event, parent_tool_use_id ?? null, text),
        )
      case 'rate_limit_event':
        return read(rateLimitSchema, ({ rate_limit_info }) => {
          ending = { ...ending, rateLimit: rate_limit_info }
          return [rateLimit(rate_limit_info)]
        })
      case 'result':
        return read(resultSchema, readResult)
      case 'system':
        if (line.subtype === 'init') return read(initSchema, readInit)
        if (line.subtype === 'api_retry') return read(apiRetrySchema, readRetry)
        return readNotice(line) ?? [unknownLine(text, `the unknown system line ${line.subtype ?? ''}`)]
      default:
        return [unknownLine(text, `the unknown type ${line.type}`)]
    }
  }

  const readInit = (init: z.infer<typeof initSchema>): Events => {
    if (init.cwd) calls.worksIn(init.cwd)
    return [
      {
        type: 'agent.ready',
        session: init.session_id ?? null,
        model: init.model ?? null,
        version: init.claude_code_version ?? null,
        mode: init.permissionMode ?? null,
        tools: init.tools ?? [],
        servers: (init.mcp_servers ?? []).map(({ name }) => name),
      },
    ]
  }

  const readRetry = (retry: z.infer<typeof apiRetrySchema>): Events => {
    const status = retry.error_status ?? null
    const delayMs = retry.retry_delay_ms ?? null
    ending = { ...ending, lastRetry: { status, delayMs } }
    return [
      {
        type: 'agent.retrying',
        attempt: retry.attempt,
        maxAttempts: retry.max_retries ?? null,
        delayMs: delayMs === null ? null : Math.round(delayMs),
        status,
        message: retry.error ?? 'unknown',
      },
    ]
  }

  const readStreamEvent = (event: Block, scope: string | null, text: string): Events => {
    switch (event.type) {
      case 'message_start': {
        const parsed = messageStartSchema.safeParse(event)
        if (!parsed.success) return [unknownLine(text, z.prettifyError(parsed.error))]
        const { id, model, usage } = parsed.data.message
        ledger.streamed(scope, id, model, usage ?? null)
        return scope === null ? responses.begin(id, true) : []
      }
      case 'message_delta': {
        const parsed = messageDeltaSchema.safeParse(event)
        if (!parsed.success) return [unknownLine(text, z.prettifyError(parsed.error))]
        return ledger.closed(scope, parsed.data.usage ?? null)
      }
      case 'message_stop':
        return scope === null ? responses.streamEnded() : []
      case 'content_block_start':
      case 'content_block_delta':
      case 'content_block_stop':
      case 'ping':
        return []
      default:
        return [unknownLine(text, `the unknown stream event ${event.type}`)]
    }
  }

  const readResult = (result: ResultLine): Events => {
    ending = { ...ending, result }
    const before: AgentEvent[] = [
      ...calls.denied(result.permission_denials),
      ...ledger.settle(result.modelUsage),
    ]
    if (result.total_cost_usd !== null && result.total_cost_usd !== undefined)
      before.push({ type: 'cost', usd: result.total_cost_usd })
    return [...before, ...finalOf(result), ...responses.finish(), { type: 'done' }]
  }

  const finalOf = (result: ResultLine): Events => {
    if (gaveUpOnSchema(ending)) {
      const text = JSON.stringify(lastStructured)
      return [{ type: 'final', text, structured: lastStructured }]
    }
    if (result.is_error || typeof result.result !== 'string') return []
    const structured = result.structured_output === undefined ? {} : { structured: result.structured_output }
    return [{ type: 'final', text: result.result, ...structured }]
  }

  return {
    line: (text) => {
      if (text.trim() === '') return []
      const value = parseJson(text)
      if (value === undefined) return [...finalText.flush(), unknownLine(text, 'not JSON')]
      if (nestsTooDeep(value)) return [...finalText.flush(), unknownLine(text, 'nested too deeply')]
      const line = lineSchema.safeParse(value)
      if (!line.success) return [...finalText.flush(), unknownLine(text, 'no line of the protocol')]
      return finalText.pass(line.data, readLine(line.data, text))
    },
    end: (exit) => ({
      events: [...finalText.flush(), ...responses.finish()],
      failure: endOf(exit, ending),
      told: gaveUpOnSchema(ending),
    }),
  }
}

function rateLimit(info: z.infer<typeof rateLimitSchema>['rate_limit_info']): EventOf<'agent.rate_limit'> {
  const resetsAt = Math.round((info.resetsAt ?? 0) * 1000)
  return {
    type: 'agent.rate_limit',
    status: info.status,
    window: info.rateLimitType ?? null,
    usedPercent: info.utilization == null ? null : info.utilization * 100,
    resetsAt: resetsAt > 0 && Number.isSafeInteger(resetsAt) ? resetsAt : null,
  }
}

/** Asked first, since an error costs a hundred times what a look does, and a program may print nothing but noise. */
function parseJson(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
