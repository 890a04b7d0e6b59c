import { describe, expect, it } from 'vitest'
import { lines, ofType, parse, parser, types } from './helpers'

const { init, start, delta, close, stop, block, text, call, answer, fails, result } = lines

describe('responses', () => {
  it('tells a streamed answer once, as the final message, and none of its pieces', () => {
    const { events, failure } = parse([
      init,
      { type: 'system', subtype: 'status', status: 'requesting' },
      start('m1'),
      delta('Do'),
      delta('ne.'),
      block('m1', text('Done.')),
      { type: 'stream_event', event: { type: 'content_block_stop', index: 0 }, parent_tool_use_id: null },
      close(7, 'end_turn'),
      stop(),
      result(),
    ])
    expect(failure).toBeNull()
    expect(events).toEqual([
      {
        type: 'agent.ready',
        session: 'session',
        model: 'claude-test',
        version: '2.1.197',
        mode: 'dontAsk',
        tools: ['Read'],
        servers: ['files'],
      },
      { type: 'response.started', responseId: 'm1' },
      { type: 'agent.message', text: 'Done.', final: true },
      {
        type: 'agent.usage',
        responseId: 'm1',
        model: 'claude-test',
        provider: 'anthropic',
        serviceTier: 'standard',
        usage: {
          inputTokens: 10,
          outputTokens: 7,
          cacheReadTokens: 100,
          cacheWriteTokens: 3,
          reasoningTokens: 0,
          costUsd: null,
        },
      },
      { type: 'cost', usd: 0.25 },
      { type: 'final', text: 'Done.' },
      { type: 'response.finished', responseId: 'm1' },
    ])
  })

  it('ends a response with parallel calls when the last is answered, not before its stream is complete', () => {
    const { events } = parse([
      start('m1'),
      block('m1', call('a', 'Read', { file_path: '/workspace/a' })),
      answer('a', 'A'),
      block('m1', call('b', 'Read', { file_path: '/workspace/b' })),
      close(5, 'tool_use'),
      stop(),
      answer('b', 'B'),
      start('m2'),
      block('m2', text('Done.')),
      result(),
    ])
    expect(types(events).filter((type) => /^(response|tool)/.test(type))).toEqual([
      'response.started',
      'tool.called',
      'tool.finished',
      'tool.called',
      'tool.finished',
      'response.finished',
      'response.started',
      'response.finished',
    ])
  })

  it('marks a last text without a stream by the result that repeats it', () => {
    const { events } = parse([block('m1', text('First.')), block('m2', text('Done.')), result()])
    expect(ofType(events, 'agent.message').map(({ final }) => final)).toEqual([false, true])
  })

  it('holds no text back when the program ends without a word', () => {
    const { events, failure } = parse([block('m1', text('Half'))], {
      code: null,
      signal: 'SIGKILL',
      errorText: '',
      stopped: false,
    })
    expect(types(events)).toEqual(['response.started', 'agent.message', 'agent.usage', 'response.finished'])
    expect(failure).toMatchObject({ kind: 'crashed', message: expect.stringContaining('SIGKILL') })
  })

  it('counts nothing for a stream that broke off, and what took its place once', () => {
    const { events } = parse([
      start('broken'),
      delta('Ha'),
      {
        ...block('whole', text('Done.')),
        message: { ...block('whole', text('Done.')).message, stop_reason: 'end_turn' },
      },
      result({
        modelUsage: {
          'claude-test': {
            inputTokens: 10,
            outputTokens: 1,
            cacheReadInputTokens: 100,
            cacheCreationInputTokens: 3,
          },
        },
      }),
    ])
    expect(ofType(events, 'agent.usage').map(({ responseId }) => responseId)).toEqual(['whole'])
  })

  it('makes up for what the program counted beyond its responses, by model, once', () => {
    const modelUsage = {
      'claude-test[1m]': {
        inputTokens: 15,
        outputTokens: 9,
        cacheReadInputTokens: 100,
        cacheCreationInputTokens: 3,
      },
      'claude-small': { inputTokens: 4, outputTokens: 2 },
    }
    const { events } = parse([
      start('m1'),
      close(7, 'end_turn'),
      stop(),
      result({ modelUsage }),
      result({ modelUsage }),
    ])
    expect(ofType(events, 'agent.usage').slice(1)).toMatchObject([
      {
        responseId: 'beyond-responses-1:claude-test',
        usage: { inputTokens: 5, outputTokens: 2, cacheReadTokens: 0 },
      },
      { responseId: 'beyond-responses-1:claude-small', model: 'claude-small', usage: { inputTokens: 4 } },
    ])
    expect(ofType(events, 'agent.usage')).toHaveLength(3)
  })

  it('does not count twice a model that the totals call otherwise', () => {
    const modelUsage = {
      'claude-other-name': {
        inputTokens: 10,
        outputTokens: 7,
        cacheReadInputTokens: 100,
        cacheCreationInputTokens: 3,
      },
    }
    const { events } = parse([start('m1'), close(7, 'end_turn'), stop(), result({ modelUsage })])
    expect(ofType(events, 'agent.usage')).toHaveLength(1)
  })

  it('keeps sub-agents inside the response that called them', () => {
    const { events } = parse([
      start('m1'),
      block('m1', call('task', 'Task', { description: 'Look around', prompt: 'Look.' })),
      close(5, 'tool_use'),
      stop(),
      { type: 'user', message: { content: [text('Look.')] }, parent_tool_use_id: 'task' },
      start('s1', 'task'),
      block('s1', text('I look.'), 'task'),
      block('s1', call('inner', 'Grep', { pattern: 'x' }), 'task'),
      close(3, 'tool_use', 'task'),
      stop('task'),
      answer('inner', 'none', {}, 'task'),
      answer('task', 'Nothing.'),
      result(),
    ])
    expect(ofType(events, 'response.started')).toHaveLength(1)
    expect(types(events).at(-1)).toBe('final')
    expect(ofType(events, 'agent.message')).toEqual([
      { type: 'agent.message', text: 'I look.', final: false, parentCallId: 'task' },
    ])
    expect(ofType(events, 'agent.usage')).toMatchObject([
      { responseId: 'm1' },
      { responseId: 's1', parentCallId: 'task', usage: { outputTokens: 3 } },
    ])
    expect(ofType(events, 'tool.called')).toMatchObject([
      { callId: 'task' },
      { callId: 'inner', parentCallId: 'task' },
    ])
  })
})

describe('tools', () => {
  const used = (name: string, input: object) =>
    ofType(parse([block('m', call('c', name, input))]).events, 'tool.called').map(({ kind, target }) => [
      kind,
      target,
    ])[0]

  it.each([
    ['Read', { file_path: '/workspace/src/a.ts' }, 'read', 'src/a.ts'],
    ['Read', { file_path: '/workspace' }, 'read', '.'],
    ['Read', { file_path: '/workspace/../etc/passwd' }, 'read', '/etc/passwd'],
    ['Read', { file_path: '/workspace-other/a' }, 'read', '/workspace-other/a'],
    ['Edit', { file_path: 'src/a.ts' }, 'edit', 'src/a.ts'],
    ['NotebookEdit', { notebook_path: '/workspace/n.ipynb' }, 'edit', 'n.ipynb'],
    ['Write', { file_path: '/workspace/..dots/a' }, 'create', '..dots/a'],
    ['Bash', { command: 'npm test', description: 'Test' }, 'run', 'npm test'],
    ['Grep', { pattern: 'x', path: '/workspace/src' }, 'search', 'x'],
    ['Glob', { pattern: '**/*.ts' }, 'search', '**/*.ts'],
    ['Task', { description: 'Look', prompt: 'p' }, 'other', 'Look'],
    ['mcp__files__list', { anything: 1 }, 'other', null],
    ['toString', {}, 'other', null],
  ])('%s %j', (name, input, kind, target) => {
    expect(used(name, input)).toEqual([kind, target])
  })

  it('tells a command’s output apart, and its exit code', () => {
    const { events } = parse([
      block('m', call('a', 'Bash', { command: 'ls' })),
      answer('a', 'out\nerr', { tool_use_result: { stdout: 'out', stderr: 'err', interrupted: false } }),
      block('m', call('b', 'Bash', { command: 'false' })),
      fails('b', 'Exit code 12\nno'),
      block('m', call('c', 'Bash', { command: 'sleep 9', run_in_background: true })),
      answer('c', 'Running.', { tool_use_result: { stdout: '', stderr: '', backgroundTaskId: 'x' } }),
    ])
    expect(ofType(events, 'tool.output')).toEqual([
      { type: 'tool.output', callId: 'a', stream: 'stdout', text: 'out' },
      { type: 'tool.output', callId: 'a', stream: 'stderr', text: 'err' },
    ])
    expect(ofType(events, 'tool.finished')).toMatchObject([
      { callId: 'a', failed: false, exitCode: 0, output: null, durationMs: 5 },
      { callId: 'b', failed: true, exitCode: 12, output: 'Exit code 12\nno' },
      { callId: 'c', failed: false, exitCode: null, output: 'Running.' },
    ])
  })

  it('gives images their bytes, and takes a tool’s own time for its duration', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } }
    const { events } = parse([
      block('m', call('a', 'Read', { file_path: '/workspace/a.png' })),
      answer('a', [text('A picture'), image, { type: 'odd' }], { tool_use_result: { durationMs: 41.6 } }),
    ])
    expect(ofType(events, 'image')).toEqual([
      { type: 'image', callId: 'a', mediaType: 'image/png', bytes: Buffer.from('89504e47', 'hex') },
    ])
    expect(ofType(events, 'tool.finished')).toMatchObject([
      { output: 'A picture\n{"type":"odd"}', durationMs: 42 },
    ])
  })

  it('tells each refusal once, wherever the program tells it', () => {
    const refused =
      "Permission to use Read has been denied because Claude Code is running in don't ask mode. IMPORTANT: …"
    const { events } = parse([
      block('m', call('a', 'Read', { file_path: '/etc/hostname' })),
      fails('a', refused),
      block('m', call('b', 'Write', { file_path: '/workspace/x' })),
      fails(
        'b',
        '<tool_use_error>Error: No such tool available: Write. Write exists but is not enabled in this context.</tool_use_error>',
      ),
      block('m', call('c', 'Nonsense', {})),
      fails('c', '<tool_use_error>Error: No such tool available: Nonsense</tool_use_error>'),
      result({
        permission_denials: [
          { tool_name: 'Read', tool_use_id: 'a', tool_input: { file_path: '/etc/hostname' } },
          { tool_name: 'Bash', tool_use_id: 'unseen', tool_input: { command: 'id' } },
        ],
      }),
    ])
    expect(ofType(events, 'permission.denied')).toMatchObject([
      {
        tool: 'Read',
        callId: 'a',
        target: '/etc/hostname',
        reason: "Permission to use Read has been denied because Claude Code is running in don't ask mode.",
      },
      { tool: 'Write', callId: 'b', target: 'x' },
      { tool: 'Bash', callId: 'unseen', target: 'id', reason: null },
    ])
    expect(ofType(events, 'tool.finished')).toHaveLength(3)
  })

  it('tells a call once, and keeps a result that belongs to none', () => {
    const again = block('m', call('a', 'Read', { file_path: '/workspace/a' }))
    const { events } = parse([again, again, answer('a', 'A'), answer('a', 'A'), answer('never', 'X')])
    expect(ofType(events, 'tool.called')).toHaveLength(1)
    expect(ofType(events, 'tool.finished')).toHaveLength(1)
    expect(ofType(events, 'agent.unknown')).toHaveLength(2)
  })
})

describe('what else is in a stream', () => {
  it('tells retries, rate limits, tasks, hooks, nudges and refusals', () => {
    const { events } = parse([
      { type: 'system', subtype: 'hook_started', hook_name: 'SessionStart:startup' },
      { type: 'system', subtype: 'hook_response', hook_name: 'SessionStart:startup', exit_code: 2 },
      {
        type: 'system',
        subtype: 'api_retry',
        attempt: 1,
        max_retries: 2,
        retry_delay_ms: 519.6,
        error_status: 529,
        error: 'server_error',
      },
      {
        type: 'rate_limit_event',
        rate_limit_info: {
          status: 'allowed_warning',
          resetsAt: 1_796_100_000,
          rateLimitType: 'five_hour',
          utilization: 0.91,
        },
      },
      { type: 'system', subtype: 'task_started', task_id: 't', description: 'Wait' },
      { type: 'system', subtype: 'task_updated', task_id: 't' },
      { type: 'user', message: { content: [text('Go on.')] }, parent_tool_use_id: null, isSynthetic: true },
      { type: 'user', message: { content: [text('Asked.')] }, parent_tool_use_id: null, isReplay: true },
      { type: 'system', subtype: 'model_refusal_no_fallback', api_refusal_category: 'cyber' },
      block('m', { type: 'redacted_thinking', data: 'xyz' }),
      block('m', { type: 'thinking', thinking: 'Hm.' }),
    ])
    expect(ofType(events, 'agent.notice').map(({ level, text: words }) => [level, words])).toEqual([
      ['warning', 'A hook was run: SessionStart:startup'],
      ['warning', 'The hook SessionStart:startup ended with exit code 2'],
      ['info', 'Task in the background: Wait'],
      ['info', 'Go on.'],
      ['warning', 'The provider refused to answer (cyber).'],
      ['info', 'The model thought in a form that only its provider can read.'],
    ])
    expect(ofType(events, 'agent.retrying')).toEqual([
      {
        type: 'agent.retrying',
        attempt: 1,
        maxAttempts: 2,
        delayMs: 520,
        status: 529,
        message: 'server_error',
      },
    ])
    expect(ofType(events, 'agent.rate_limit')).toEqual([
      {
        type: 'agent.rate_limit',
        status: 'allowed_warning',
        window: 'five_hour',
        usedPercent: 91,
        resetsAt: 1_796_100_000_000,
      },
    ])
    expect(ofType(events, 'agent.thinking')).toEqual([{ type: 'agent.thinking', text: 'Hm.' }])
    expect(ofType(events, 'agent.unknown')).toEqual([])
  })

  it('takes the program’s own words for no response and no usage', () => {
    const { events } = parse([
      {
        type: 'assistant',
        message: {
          id: 'x',
          model: '<synthetic>',
          content: [text('API Error: 500')],
          usage: { output_tokens: 0 },
        },
        error: 'server_error',
      },
      result({ is_error: true, result: 'API Error: 500', api_error_status: 500 }),
    ])
    expect(types(events)).toEqual(['agent.notice', 'cost'])
  })

  it.each([
    ['no JSON', '{"type":"assist', 'not JSON'],
    ['an array', '[1]', 'no line of the protocol'],
    ['an unknown type', '{"type":"weather"}', 'the unknown type weather'],
    ['an unknown subtype', '{"type":"system","subtype":"weather"}', 'the unknown system line weather'],
    ['a broken message', '{"type":"assistant","message":{}}', 'assistant: '],
    [
      'an unknown stream event',
      '{"type":"stream_event","event":{"type":"gust"}}',
      'the unknown stream event gust',
    ],
    ['deep nesting', `{"type":${'['.repeat(100)}${']'.repeat(100)}}`, 'nested too deeply'],
  ])('keeps %s as unknown (I11)', (_, line, reason) => {
    const { events } = parse([line])
    expect(events).toMatchObject([{ type: 'agent.unknown', line, reason: expect.stringContaining(reason) }])
  })

  it('keeps a block of an unknown kind, and tells the others of its message', () => {
    const mixed = block('m', text('Read this.'))
    const { events } = parse([
      { ...mixed, message: { ...mixed.message, content: [{ type: 'odd', x: 1 }, text('And this.')] } },
    ])
    expect(ofType(events, 'agent.unknown')).toMatchObject([{ line: '{"type":"odd","x":1}' }])
    expect(ofType(events, 'agent.message')).toHaveLength(1)
  })

  it('reads on after a result', () => {
    const { events } = parse([
      result(),
      { type: 'system', subtype: 'task_notification', task_id: 't', status: 'stopped', summary: 'Wait' },
    ])
    expect(ofType(events, 'agent.notice')).toMatchObject([{ text: 'Task stopped: Wait' }])
  })

  it('gives the structured output beside the final text, null included', () => {
    const { events } = parse([result({ result: 'null', structured_output: null })])
    expect(ofType(events, 'final')).toEqual([{ type: 'final', text: 'null', structured: null }])
    expect(ofType(parse([result()]).events, 'final')).toEqual([{ type: 'final', text: 'Done.' }])
  })

  it('is silent on blank lines and tells paths as they are without a context', () => {
    const bare = parser({ mirrorFolder: '/elsewhere' })
    expect(bare.line('')).toEqual([])
    expect(bare.line('  ')).toEqual([])
    const read = JSON.stringify(block('m', call('a', 'Read', { file_path: '/workspace/a' })))
    expect(ofType(bare.line(read), 'tool.called')).toMatchObject([{ target: '/workspace/a' }])
  })
})
