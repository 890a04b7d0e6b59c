import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../../src/main/runtimes'
import { createCodexParser } from '../../../../src/main/runtimes/codex/parser'
import { noUsage, type Usage } from '../../../../src/shared'
import { newParser, ofType, parseRecorded } from './recorded'

const thread = '01a22ef5-8f80-7782-a3cd-56519e5f981c'
const item = (phase: 'started' | 'updated' | 'completed', body: object): string =>
  JSON.stringify({ type: `item.${phase}`, item: { id: 'item_0', ...body } })
const message = (text: string): string => item('completed', { type: 'agent_message', text })
const command = { type: 'command_execution', command: "/bin/bash -c 'npm test'" }
const turnDone = JSON.stringify({
  type: 'turn.completed',
  usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 7, reasoning_output_tokens: 3 },
})
const turnFailed = (text: string): string => JSON.stringify({ type: 'turn.failed', error: { message: text } })
const wellEnded = { code: 0, signal: null, errorText: '', stopped: false }

/** The events of all lines, without the marks of responses. */
const parse = (lines: readonly string[], parser = newParser()): readonly AgentEvent[] =>
  lines.flatMap((line) => parser.line(line)).filter(({ type }) => !type.startsWith('response.'))

describe('the Codex parser', () => {
  it('tells the conversation, and none where the id is no id', () => {
    const ready = (id: string) => parse([JSON.stringify({ type: 'thread.started', thread_id: id })])
    expect(ready(thread)).toEqual([
      {
        type: 'agent.ready',
        session: thread,
        model: null,
        version: null,
        mode: null,
        tools: [],
        servers: [],
      },
    ])
    expect(ready('--last')).toMatchObject([{ session: null }])
  })

  it('marks the last message of a completed turn as the answer, and no other', () => {
    expect(parse([message('First.'), message('Second.'), turnDone])).toMatchObject([
      { type: 'agent.message', text: 'First.', final: false },
      { type: 'agent.message', text: 'Second.', final: true },
      { type: 'agent.usage' },
      { type: 'final', text: 'Second.' },
    ])
    expect(parse([message('Half.'), turnFailed('x')])).toMatchObject([
      { type: 'agent.message', text: 'Half.', final: false },
      { type: 'agent.notice' },
    ])
  })

  it('keeps a message that no line came after', () => {
    const parser = newParser()
    expect(parse([message('Half.')], parser)).toEqual([])
    const ended = parser.end({ code: null, signal: 'SIGKILL', errorText: '', stopped: false })
    expect(ended.events).toContainEqual({ type: 'agent.message', text: 'Half.', final: false })
    expect(ended.failure?.kind).toBe('crashed')
  })

  it('tells a command by what its shell is given, what it printed, and how long it took', () => {
    let time = 1000
    const parser = createCodexParser({ now: () => time, context: null })
    const started = parse([item('started', command)], parser)
    expect(started).toEqual([
      {
        type: 'tool.called',
        callId: 'item_0',
        tool: 'shell',
        kind: 'run',
        target: 'npm test',
        input: { command: "/bin/bash -c 'npm test'" },
      },
    ])
    const more = item('updated', { ...command, aggregated_output: 'one\n' })
    expect(parse([more], parser)).toEqual([
      { type: 'tool.output', callId: 'item_0', stream: 'stdout', text: 'one\n' },
    ])
    time = 1250
    const end = { ...command, aggregated_output: 'one\ntwo\n', exit_code: 3, status: 'failed' }
    expect(parse([item('completed', end)], parser)).toEqual([
      {
        type: 'tool.finished',
        callId: 'item_0',
        failed: true,
        exitCode: 3,
        output: 'two\n',
        durationMs: 250,
      },
    ])
  })

  it('tells each changed file as a call of its own, by its path in the mirror', () => {
    const { events } = parseRecorded('read-edit')
    const calls = ofType(events, 'tool.called').filter(({ tool }) => tool === 'apply_patch')
    expect(calls.length).toBeGreaterThan(0)
    for (const { target } of calls) expect(target).not.toMatch(/^\//)
    const { events: many } = parseRecorded('many-changes')
    expect(new Set(ofType(many, 'tool.called').map(({ kind }) => kind))).toContain('create')
    expect(ofType(parseRecorded('delete').events, 'tool.called').map(({ kind }) => kind)).toContain('delete')
  })

  it('tells a call that was declined as a denial', () => {
    const declined = { ...command, status: 'declined', exit_code: null }
    expect(parse([item('completed', declined)])).toMatchObject([
      { type: 'tool.called' },
      { type: 'permission.denied', tool: 'shell', callId: 'item_0', target: 'npm test' },
      { type: 'tool.finished', failed: true },
    ])
  })

  it('tells once that the sandbox of Codex can’t start', () => {
    const failed = (id: string, text: string, status = 'failed'): string => {
      const body = { id, ...command, aggregated_output: text, exit_code: 1, status }
      return JSON.stringify({ type: 'item.completed', item: body })
    }
    const refusal = 'bwrap: No permissions to create a new namespace, likely because of the kernel.\n'
    const events = parse([failed('a', refusal), failed('b', refusal)])
    expect(ofType(events, 'agent.notice')).toMatchObject([
      { level: 'error', text: expect.stringContaining('user namespaces') },
    ])
    const others = [failed('c', 'fine\nbwrap: namespace'), failed('d', refusal, 'completed')]
    expect(ofType(parse(others), 'agent.notice')).toEqual([])
  })

  it('tells a patch that was refused, which only standard error names', () => {
    expect(ofType(parseRecorded('denied-tool').events, 'permission.denied')).toMatchObject([
      { tool: 'apply_patch', reason: expect.stringContaining('read-only') },
    ])
    expect(ofType(parseRecorded('patch-failed').events, 'agent.notice')).toMatchObject([
      { level: 'warning', text: expect.stringContaining('did not apply') },
    ])
  })

  it('tells tools of servers with their text and images', () => {
    const call = {
      type: 'mcp_tool_call',
      server: 'docs',
      tool: 'find',
      arguments: { q: 'x' },
      status: 'completed',
    }
    const content = [
      { type: 'text', text: 'found' },
      { type: 'image', data: 'AQI=', mimeType: 'image/png' },
    ]
    expect(parse([item('completed', { ...call, result: { content } })])).toEqual([
      {
        type: 'tool.called',
        callId: 'item_0',
        tool: 'docs.find',
        kind: 'other',
        target: null,
        input: { q: 'x' },
      },
      { type: 'image', callId: 'item_0', mediaType: 'image/png', bytes: Buffer.from([1, 2]) },
      {
        type: 'tool.finished',
        callId: 'item_0',
        failed: false,
        exitCode: null,
        output: 'found',
        durationMs: 0,
      },
    ])
    expect(parse([item('completed', { ...call, result: null, error: { message: 'gone' } })])).toMatchObject([
      { type: 'tool.called' },
      { type: 'tool.finished', failed: true, output: 'gone' },
    ])
  })

  it('tells the plan each time it changes, searches, sub-agents, thinking and warnings', () => {
    const todo = (done: boolean) => ({ type: 'todo_list', items: [{ text: 'Look', completed: done }] })
    const lists = parse([
      item('started', todo(false)),
      item('updated', todo(true)),
      item('completed', todo(true)),
    ])
    expect(ofType(lists, 'tool.called').map(({ callId, tool }) => [callId, tool])).toEqual([
      ['item_0', 'todo_list'],
      ['item_0.2', 'todo_list'],
    ])
    expect(parse([item('completed', { type: 'web_search', query: 'moths' })])).toMatchObject([
      { type: 'tool.called', kind: 'search', target: 'moths' },
      { type: 'tool.finished', failed: false },
    ])
    const collab = { type: 'collab_tool_call', tool: 'spawn_agent', prompt: 'Look.', status: 'failed' }
    expect(parse([item('completed', collab)])).toMatchObject([
      { type: 'tool.called', tool: 'spawn_agent', input: { prompt: 'Look.' } },
      { type: 'tool.finished', failed: true },
    ])
    expect(parse([item('completed', { type: 'reasoning', text: 'Hm.' })])).toEqual([
      { type: 'agent.thinking', text: 'Hm.' },
    ])
    expect(parse([item('completed', { type: 'error', message: 'Odd.' })])).toEqual([
      { type: 'agent.notice', level: 'warning', text: 'Odd.' },
    ])
  })

  it('tells that Codex asks again, with what is known of why', () => {
    const error = (text: string) => JSON.stringify({ type: 'error', message: text })
    const busy = 'Reconnecting... 1/2 (rate limit exceeded: Rate limit reached. Please try again in 1.2s.)'
    const gone = 'Reconnecting... waiting for network (Connection failed: error sending request)'
    const bad = 'Reconnecting... 2/2 (unexpected status 502 Bad Gateway: x, url: http://h/v1/responses)'
    expect(parse([error(busy), error(gone), error(bad), error('Broken for good.')])).toMatchObject([
      { type: 'agent.retrying', attempt: 1, maxAttempts: 2, delayMs: 1200, status: 429 },
      { type: 'agent.retrying', attempt: 2, maxAttempts: null, delayMs: null, status: null },
      { type: 'agent.retrying', attempt: 2, maxAttempts: 2, status: 502 },
      { type: 'agent.notice', level: 'error', text: 'Broken for good.' },
    ])
  })

  it('counts tokens as what came on top of what was counted of the conversation before', () => {
    const earlierUsage: Usage = { ...noUsage, inputTokens: 15, cacheReadTokens: 50, outputTokens: 2 }
    const context = { mirrorFolder: '/m', variant: 'gpt-5.5', attempt: 2, earlierUsage }
    expect(ofType(parse([turnDone], newParser(context)), 'agent.usage')).toEqual([
      {
        type: 'agent.usage',
        responseId: '2/turn_1',
        model: 'gpt-5.5',
        provider: 'openai',
        usage: { ...noUsage, inputTokens: 25, cacheReadTokens: 10, outputTokens: 5, reasoningTokens: 3 },
      },
    ])
    const more = { ...context, earlierUsage: { ...earlierUsage, inputTokens: 5000 } }
    expect(ofType(parse([turnDone], newParser(more)), 'agent.usage')[0]?.usage.inputTokens).toBe(40)
  })

  it.each([-1, 2e12, 1e300])('completes a turn whose token count is %s, and keeps the line', (count) => {
    const parser = newParser()
    const usage = { input_tokens: count, output_tokens: 1 }
    const events = parse([message('Done.'), JSON.stringify({ type: 'turn.completed', usage })], parser)
    expect(events).toMatchObject([
      { type: 'agent.message', final: true },
      { type: 'agent.unknown' },
      { type: 'final', text: 'Done.' },
    ])
    expect(parser.end(wellEnded).failure).toBeNull()
  })

  it('ends a command that was left running as one that failed', () => {
    const { events } = parseRecorded('command-left-running')
    expect(ofType(events, 'tool.finished').filter(({ failed }) => failed)).toMatchObject([{ exitCode: null }])
  })

  it('keeps what it does not know, whole', () => {
    for (const line of ['not json', '[]', '{"type":"turn.paused"}', item('completed', { type: 'hologram' })])
      expect(parse([line])).toMatchObject([{ type: 'agent.unknown', line }])
    expect(parse(['', '  ', '{"type":"turn.started"}'])).toEqual([])
    const twice = item('completed', { ...command, status: 'completed' })
    expect(ofType(parse([twice, twice]), 'agent.unknown')).toMatchObject([{ line: twice }])
  })

  it('tells apart the calls and responses of one attempt from those of another', () => {
    const events = newParser({ mirrorFolder: '/m', variant: null, attempt: 3, earlierUsage: null }).line(
      item('started', command),
    )
    expect(events).toMatchObject([{ responseId: '3/response_1' }, { callId: '3/item_0' }])
  })
})

describe('the responses that Codex does not name', () => {
  const marks = (lines: readonly string[]): string => lines.flatMap((line) => newLine(line)).join(' ')
  let parser = newParser()
  const newLine = (line: string): readonly string[] =>
    parser
      .line(line)
      .flatMap(({ type }) =>
        type.startsWith('response.') ? [type.slice(9)] : type === 'tool.called' ? ['call'] : [],
      )
  const id = (name: string, phase: 'started' | 'completed'): string =>
    JSON.stringify({ type: `item.${phase}`, item: { id: name, ...command, status: phase } })
  const fresh = (lines: readonly string[]): string => {
    parser = newParser()
    return marks(lines)
  }

  it('end when no call of theirs is running', () => {
    expect(fresh([message('a'), id('x', 'started'), id('y', 'started'), id('x', 'completed')])).toBe(
      'started call call',
    )
    expect(fresh([message('a'), id('x', 'started'), id('x', 'completed'), message('b')])).toBe(
      'started call finished started',
    )
  })

  it('end when words come after a call that is still running', () => {
    expect(fresh([id('x', 'started'), message('b'), turnDone])).toBe('started call finished started finished')
  })

  it('hold words that come one after the other', () => {
    expect(fresh([item('completed', { type: 'reasoning', text: 'r' }), message('a'), message('b')])).toBe(
      'started',
    )
  })
})
