import { describe, expect, it } from 'vitest'
import { lines, ofType, parse, parser, types } from './helpers'

const { init, start, delta, close, stop, block, text, call, answer, result } = lines

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
      { type: 'done' },
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
    expect(types(events).slice(-2)).toEqual(['final', 'done'])
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
    expect(types(events)).toEqual(['agent.notice', 'cost', 'done'])
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

  it.each([-1, 2e12, 1e300])(
    'keeps a line that claims %s tokens, and believes none of it',
    (input_tokens) => {
      const message = { id: 'm', model: 'claude-test', content: [text('Hi.')], usage: { input_tokens } }
      const { events } = parse([{ type: 'assistant', message }])
      expect(types(events)).toEqual(['agent.unknown'])
    },
  )

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
