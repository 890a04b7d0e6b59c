import { zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import {
  addUsage,
  calling,
  claudeCalls,
  codexCalls,
  fails,
  longText,
  type ModelServer,
  patchParts,
  type Scenario,
  startModelServer,
  text,
  type Usage,
} from '../../support/model-server'
import { ask, eventsOf, textOf, typesOf, type Vendor } from './ask'

const servers: ModelServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(scenario: Scenario): Promise<ModelServer> {
  const server = await startModelServer(scenario)
  servers.push(server)
  return server
}

const usage: Usage = { input: 3, cacheRead: 20, cacheWrite: 100, output: 50, reasoning: 7 }

describe('the Messages API', () => {
  it('streams a thought, text and a tool call', async () => {
    const server = await start([
      { ...text('Hello', { thinking: 'Hm', usage }), calls: [claudeCalls.read('a.txt')] },
    ])
    const events = await eventsOf(await ask(server, 'messages'))
    expect(typesOf(events).filter((type) => type !== 'content_block_delta')).toEqual([
      'message_start',
      'ping',
      ...Array.from({ length: 3 }, () => ['content_block_start', 'content_block_stop']).flat(),
      'message_delta',
      'message_stop',
    ])
    expect(textOf(events)).toBe('Hello{"file_path":"/copy/a.txt"}')
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'tool_use' },
      usage: {
        input_tokens: 3,
        cache_read_input_tokens: 20,
        cache_creation_input_tokens: 100,
        output_tokens: 50,
      },
    })
  })

  it('answers whole where no stream was asked for', async () => {
    const server = await start([text('Hello', { usage, stop: 'refusal' })])
    const response = await ask(server, 'messages', { stream: false })
    expect(await response.json()).toMatchObject({
      type: 'message',
      model: 'claude-x',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'refusal',
      usage: { input_tokens: 3, output_tokens: 50 },
    })
    expect(server.usage.sum).toEqual(usage)
  })
})

describe('the Responses API', () => {
  it('streams reasoning, text, and calls of both forms', async () => {
    const server = await start([
      {
        ...text('Hello', { thinking: 'Hm', usage }),
        calls: [codexCalls.shell('ls'), codexCalls.patch(patchParts.remove('a.txt'))],
      },
    ])
    const events = await eventsOf(await ask(server, 'responses'))
    expect(textOf(events)).toBe('HmHello{"cmd":"ls"}*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n')
    expect(typesOf(events)).toEqual(
      expect.arrayContaining(['response.created', 'response.output_item.done', 'response.completed']),
    )
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'completed',
        output: [
          { type: 'reasoning' },
          { type: 'message' },
          { type: 'function_call', name: 'exec_command' },
          { type: 'custom_tool_call', name: 'apply_patch' },
        ],
        usage: {
          input_tokens: 123,
          input_tokens_details: { cached_tokens: 20, cache_write_tokens: 100 },
          output_tokens: 50,
          output_tokens_details: { reasoning_tokens: 7 },
        },
      },
    })
  })

  it.each([
    ['max_tokens', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ] as const)('ends incomplete: %s', async (stop, reason) => {
    const server = await start([text('Part', { stop })])
    const events = await eventsOf(await ask(server, 'responses'))
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { incomplete_details: { reason } },
    })
  })

  it('reads a request that is compressed', async () => {
    const server = await start([text('Hello')])
    const body = zstdCompressSync(JSON.stringify({ model: 'gpt-x', stream: true, input: [] }))
    const headers = { 'content-encoding': 'zstd' }
    await (await fetch(`${server.url}/v1/responses`, { method: 'POST', headers, body })).text()
    expect(server.modelRequests[0]).toMatchObject({ model: 'gpt-x', api: 'responses' })
  })
})

describe.each<Vendor>(['messages', 'responses'])('a scenario (%s)', (vendor) => {
  const said = async (server: ModelServer): Promise<string> =>
    textOf(await eventsOf(await ask(server, vendor)))

  it('plays its steps in order, some of them several times, then the rest', async () => {
    const server = await start({
      steps: [{ ...text('one'), times: 2 }, ({ model }) => text(`for ${model}`)],
      rest: text('rest'),
    })
    const heard = []
    for (let count = 0; count < 5; count++) heard.push(await said(server))
    const model = vendor === 'messages' ? 'claude-x' : 'gpt-x'
    expect(heard).toEqual(['one', 'one', `for ${model}`, 'rest', 'rest'])
  })

  it('says so when it has no step left', async () => {
    const server = await start([text('one')])
    await said(server)
    const response = await ask(server, vendor)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('no step')
  })

  it('fills in the folder that the program works in', async () => {
    const server = await start([text('{cwd}/x')])
    expect(await said(server)).toBe('/copy/x')
  })

  it('adds up the tokens it told, response by response', async () => {
    const server = await start([
      text('a', { usage }),
      text('b', { usage }),
      text('broken', { usage, break: { how: 'truncate' } }),
    ])
    for (let count = 0; count < 3; count++) await said(server)
    expect(server.usage.responses.map(({ usage: told }) => told)).toEqual([usage, usage])
    expect(new Set(server.usage.responses.map(({ responseId }) => responseId)).size).toBe(2)
    expect(server.usage.sum).toEqual(addUsage(usage, usage))
  })

  it('cuts text into pieces that are whole characters', async () => {
    const words = 'a😀b😀😀c'
    for (const chunk of [1, 2, 3]) {
      const server = await start([text(words, { chunk })])
      expect(await said(server)).toBe(words)
    }
  })

  it('answers 5 MB', async () => {
    const words = longText(5_000_000)
    const server = await start([text(words, { chunk: 100_000 })])
    expect((await said(server)) === words).toBe(true)
  })

  it('hands out each model request once, whether it came before or after the question', async () => {
    const server = await start({ steps: [], rest: text('yes') })
    const early = server.nextModelRequest()
    await ask(server, vendor, { model: 'first' })
    expect((await early).model).toBe('first')
    await ask(server, vendor, { model: 'second' })
    expect((await server.nextModelRequest()).model).toBe('second')
  })
})

describe('errors', () => {
  const statuses = [400, 401, 403, 404, 429, 500, 502, 503, 529]

  it.each(statuses)("%i has each vendor's form", async (status) => {
    const server = await start({ steps: [], rest: fails(status, { retryAfter: 3, message: 'Not now' }) })
    const messages = await ask(server, 'messages')
    expect([messages.status, messages.headers.get('retry-after')]).toEqual([status, '3'])
    expect(await messages.json()).toMatchObject({
      type: 'error',
      error: { type: expect.stringMatching(/_error$/), message: 'Not now' },
    })
    const responses = await ask(server, 'responses')
    expect([responses.status, responses.headers.get('retry-after')]).toEqual([status, '3'])
    expect(await responses.json()).toMatchObject({
      error: { message: 'Not now', type: expect.any(String), param: null },
    })
  })
})

describe('requests beside the conversation', () => {
  it('take no step and count no tokens', async () => {
    const server = await start([text('the step')])
    const post = (path: string, body: unknown, headers = {}): Promise<Response> =>
      fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    await fetch(server.url, { method: 'HEAD' })
    await fetch(`${server.url}/v1/models`)
    const count = await post('/v1/messages/count_tokens', { messages: [] })
    expect(await count.json()).toEqual({ input_tokens: expect.any(Number) })
    await post('/v1/messages', { model: 'small', max_tokens: 1, messages: [] })
    await post('/v1/messages', { model: 'small', max_tokens: 512, system: 'Write a title.', messages: [] })
    await post('/v1/responses', { model: 'gpt-x', generate: false, input: [] })
    const metadata = { 'x-codex-turn-metadata': '{"request_kind":"prewarm"}' }
    await post('/v1/responses', { model: 'gpt-x', input: [] }, metadata)
    expect((await fetch(`${server.url}/elsewhere`)).status).toBe(404)
    expect(server.requests.map(({ kind }) => kind)).toEqual([
      'warm-up',
      'models',
      'count-tokens',
      'side',
      'side',
      'side',
      'side',
      'unknown',
    ])
    expect(server.usage.responses).toEqual([])
    expect(textOf(await eventsOf(await ask(server, 'messages')))).toBe('the step')
  })

  it('are told from a conversation without tools, which names its folder, and from a sub-agent, which has tools', async () => {
    const server = await start({ steps: [], rest: text('yes') })
    await ask(server, 'messages')
    await ask(server, 'messages', { system: 'You are a helper.', tools: [{ name: 'Read' }] })
    expect(server.modelRequests).toHaveLength(2)
    expect(server.modelRequests[1]?.tools).toEqual(['Read'])
  })
})

it('keeps what was asked: method, path, headers, body', async () => {
  const server = await start([calling(claudeCalls.bash('ls'))])
  await fetch(`${server.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'x-api-key': 'k' },
    body: 'no JSON',
  })
  expect(server.requests).toEqual([
    expect.objectContaining({ method: 'POST', path: '/v1/messages?beta=true', body: 'no JSON', bytes: 7 }),
  ])
  expect(server.requests[0]?.headers['x-api-key']).toBe('k')
})
