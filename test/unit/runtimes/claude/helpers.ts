import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClaudeParser } from '../../../../src/main/runtimes/claude/parser'
import type { AgentEvent, AgentExit, AgentParser, ParserContext } from '../../../../src/main/runtimes/runtime'

export const fixtures = join(import.meta.dirname, '../../../fixtures/streams/claude')
export const fixture = (name: string): readonly string[] =>
  readFileSync(join(fixtures, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

export const finished: AgentExit = { code: 0, signal: null, errorText: '', stopped: false }

/** A parser whose clock goes on by 5 ms at each look. */
export function parser(context: Partial<ParserContext> = {}): AgentParser {
  let clock = 0
  const now = (): number => {
    clock += 5
    return clock
  }
  return createClaudeParser(now, {
    mirrorFolder: '/workspace',
    variant: null,
    attempt: 1,
    earlierUsage: null,
    ...context,
  })
}

export function parse(lines: readonly (string | object)[], exit: AgentExit = finished) {
  const { line, end } = parser()
  const events: AgentEvent[] = lines.flatMap((each) =>
    line(typeof each === 'string' ? each : JSON.stringify(each)),
  )
  const { events: last, failure } = end(exit)
  return { events: [...events, ...last], failure }
}

export const ofType = <T extends AgentEvent['type']>(events: readonly AgentEvent[], type: T) =>
  events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)

export const types = (events: readonly AgentEvent[]): readonly string[] => events.map(({ type }) => type)

const usage = (output: number) => ({
  input_tokens: 10,
  cache_creation_input_tokens: 3,
  cache_read_input_tokens: 100,
  output_tokens: output,
  service_tier: 'standard',
})

/** Lines as the program prints them, in short. `parent`: the call of the sub-agent they belong to. */
export const lines = {
  init: {
    type: 'system',
    subtype: 'init',
    cwd: '/workspace',
    session_id: 'session',
    tools: ['Read'],
    mcp_servers: [{ name: 'files', status: 'connected' }],
    model: 'claude-test',
    permissionMode: 'dontAsk',
    claude_code_version: '2.1.197',
  },
  start: (id: string, parent: string | null = null) => ({
    type: 'stream_event',
    event: { type: 'message_start', message: { id, model: 'claude-test', usage: usage(1) } },
    parent_tool_use_id: parent,
  }),
  delta: (text: string) => ({
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    parent_tool_use_id: null,
  }),
  close: (output: number, stop: string, parent: string | null = null) => ({
    type: 'stream_event',
    event: { type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: output } },
    parent_tool_use_id: parent,
  }),
  stop: (parent: string | null = null) => ({
    type: 'stream_event',
    event: { type: 'message_stop' },
    parent_tool_use_id: parent,
  }),
  block: (id: string, block: object, parent: string | null = null) => ({
    type: 'assistant',
    message: { id, model: 'claude-test', content: [block], stop_reason: null, usage: usage(1) },
    parent_tool_use_id: parent,
  }),
  text: (text: string) => ({ type: 'text', text }),
  call: (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input }),
  answer: (id: string, content: unknown, more: object = {}, parent: string | null = null) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    parent_tool_use_id: parent,
    ...more,
  }),
  fails: (id: string, content: string, told: unknown = `Error: ${content}`) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }] },
    parent_tool_use_id: null,
    tool_use_result: told,
  }),
  result: (more: object = {}) => ({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'Done.',
    total_cost_usd: 0.25,
    modelUsage: {},
    permission_denials: [],
    ...more,
  }),
} as const
