import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import {
  anthropicApi,
  createProviderProxy,
  defaultEgressLimits,
  insideUrl,
  openaiApi,
} from '../../../src/main/egress'
import {
  certificateFor,
  closeAll,
  connectTo,
  exchange,
  startOrigin,
  startProviderProxy,
  startTcp,
  statusOf,
  toClose,
  until,
} from '../../support/egress'

afterEach(closeAll)

const origin = async (answer: RequestListener = (_request, response) => response.end('{}')) =>
  toClose(await startOrigin(answer))
const local = (port: number, path = ''): URL => new URL(`http://127.0.0.1:${port}${path}`)
const post = (path: string, ...headers: readonly string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1:8080',
    ...headers,
    'Connection: close',
    'Content-Length: 2',
    '',
    '{}',
  ].join('\r\n')

describe('the way to a model provider', () => {
  it.each([
    ['anthropic', anthropicApi, '', '/v1/messages?beta=true', 'outside-key', 'x-api-key: outside-key'],
    [
      'anthropic',
      anthropicApi,
      '',
      '/v1/messages',
      'sk-ant-oat01-real',
      'authorization: Bearer sk-ant-oat01-real',
    ],
    ['openai', openaiApi, '/v1', '/v1/responses', 'outside-key', 'authorization: Bearer outside-key'],
    [
      'a gateway',
      openaiApi,
      '/team/llm/v1',
      '/team/llm/v1/responses',
      'outside-key',
      'authorization: Bearer outside-key',
    ],
  ] as const)(
    '%s: puts the real key in the place of whatever came from inside',
    async (_name, api, base, path, key, header) => {
      const { port, requests } = await origin()
      const proxy = await startProviderProxy({
        api,
        upstream: local(port, base),
        inject: async () => api.keyHeaders(key),
      })
      const answer = await exchange(
        proxy.socketPath,
        post(
          path,
          'X-Api-Key: inside',
          'AUTHORIZATION: Bearer inside',
          'Api-Key: inside',
          'Cookie: inside=1',
          'Proxy-Authorization: inside',
          'anthropic-beta: oauth-2025-04-20',
        ),
      )
      expect(statusOf(answer)).toBe(200)
      expect(requests).toHaveLength(1)
      expect(requests[0]).toContain(`POST ${path}\nHost: 127.0.0.1:${port}\n`)
      expect(requests[0]).toContain(header)
      expect(requests[0]).toContain('anthropic-beta: oauth-2025-04-20')
      expect(requests[0]).not.toMatch(/inside/)
      expect(await proxy.ended(1)).toMatchObject([
        {
          via: 'provider',
          method: 'POST',
          host: '127.0.0.1',
          port,
          address: '127.0.0.1',
          allowed: true,
          reason: null,
        },
      ])
    },
  )

  it.each([
    post('/v1/files'),
    post('/v1/messages/'),
    post('/v1/messages/../files'),
    post('/v1/messages/%2e%2e/files'),
    post('/v1/%6dessages'),
    post('//v1/messages'),
    post('/V1/messages'),
    post('/v1/messages;x'),
    post('/v1/messages/batches'),
    post('/'),
    'GET /v1/messages HTTP/1.1\r\nHost: x\r\n\r\n',
    'DELETE /v1/models HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST http://evil.example.net/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
    'POST http://127.0.0.1/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
    'CONNECT evil.example.net:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /v1/messages HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n',
  ])('refuses %j', async (text) => {
    const { port, requests } = await origin()
    const proxy = await startProviderProxy({ api: anthropicApi, upstream: local(port) })
    expect([400, 403]).toContain(statusOf(await exchange(proxy.socketPath, text)))
    expect(requests).toEqual([])
    expect(await proxy.ended(1)).toMatchObject([{ via: 'provider', allowed: false }])
  })

  it('answers a warm-up itself: nothing is reached, nothing is told', async () => {
    const { port, requests } = await origin()
    const proxy = await startProviderProxy({ api: anthropicApi, upstream: local(port) })
    expect(
      statusOf(await exchange(proxy.socketPath, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')),
    ).toBe(200)
    expect(requests).toEqual([])
    expect(proxy.contacts()).toEqual([])
  })

  it('streams an answer piece by piece, at the pace of its reader, and keeps the account’s cookies out', async () => {
    let sent = 0
    const size = 32 * 1024 * 1024
    const { port } = await origin((_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Set-Cookie': 'account=1',
        'Request-Id': 'r',
      })
      response.write('event: first\n\n')
      const piece = Buffer.alloc(64 * 1024, 'x')
      const more = (): void => {
        while (sent < size) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const proxy = await startProviderProxy({ api: anthropicApi, upstream: local(port) })
    const client = await connectTo(proxy.socketPath)
    client.write(post('/v1/messages'))
    const head = await client.waitFor('event: first')
    expect(head).toContain('Request-Id: r')
    expect(head).not.toMatch(/cookie/i)
    client.socket.pause()
    for (let last = -1; last !== sent; ) {
      last = sent
      await new Promise((done) => setTimeout(done, 100))
    }
    expect(sent).toBeLessThan(size / 2)
    client.socket.resume()
    await client.rest()
    expect(sent).toBe(size)
    expect(await proxy.ended(1)).toMatchObject([{ reason: null }])
  })

  it('passes a failure on as it is, with what it says about trying again', async () => {
    const { port } = await origin((_request, response) =>
      response
        .writeHead(429, { 'Retry-After': '7', 'Content-Type': 'application/json' })
        .end('{"type":"error"}'),
    )
    const proxy = await startProviderProxy({ api: anthropicApi, upstream: local(port) })
    const answer = await exchange(proxy.socketPath, post('/v1/messages'))
    expect(statusOf(answer)).toBe(429)
    expect(answer).toMatch(/Retry-After: 7\r\n/)
    expect(answer).toContain('{"type":"error"}')
  })

  it('is left when the client leaves', async () => {
    let left = false
    const { port } = await origin((_request, response) => {
      response.write('x')
      response.once('close', () => {
        left = true
      })
    })
    const proxy = await startProviderProxy({ api: anthropicApi, upstream: local(port) })
    const client = await connectTo(proxy.socketPath)
    client.write(post('/v1/messages'))
    await client.waitFor('\r\n\r\n')
    client.socket.destroy()
    await until(() => left)
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'broken' }])
  })

  it('closed in mid-answer breaks it off and removes its socket', async () => {
    const { port } = await origin((_request, response) => response.write('begun'))
    const proxy = await startProviderProxy({ api: anthropicApi, upstream: local(port) })
    const client = await connectTo(proxy.socketPath)
    client.write(post('/v1/messages'))
    await client.waitFor('begun')
    await proxy.close()
    expect(await client.rest()).not.toMatch(/0\r\n\r\n$/)
    await expect(connectTo(proxy.socketPath)).rejects.toThrow('ENOENT')
    expect(proxy.contacts()).toMatchObject([{ reason: 'closed' }])
  })

  it('without a key to add sends nothing', async () => {
    const { port, requests } = await origin()
    const proxy = await startProviderProxy({
      api: anthropicApi,
      upstream: local(port),
      inject: () => Promise.reject(new Error('the keyring is locked')),
    })
    expect(statusOf(await exchange(proxy.socketPath, post('/v1/messages', 'X-Api-Key: inside')))).toBe(502)
    expect(requests).toEqual([])
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'no_sign_in' }])
  })

  it.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1'])(
    'never goes to %s, whatever the name server says',
    async (address) => {
      const proxy = await startProviderProxy({
        api: anthropicApi,
        upstream: new URL('http://models.example.org'),
        resolve: async () => [address],
      })
      expect(statusOf(await exchange(proxy.socketPath, post('/v1/messages')))).toBe(403)
      expect(await proxy.ended(1)).toMatchObject([{ allowed: false, reason: 'address_refused', address }])
    },
  )

  it.each(['ftp://example.org', 'https://user:pw@example.org', 'file:///etc/passwd'])(
    'has no base at %s',
    async (text) => {
      const made = await createProviderProxy({
        socketPath: '/nowhere/model.sock',
        upstream: new URL(text),
        endpoints: anthropicApi.endpoints,
        inject: async () => ({}),
        now: Date.now,
        onContact: () => undefined,
      })
      expect(made.ok ? null : made.error.code).toBe('policy.invalid')
      expect(JSON.stringify(made)).not.toContain('pw')
    },
  )
})

describe('over TLS', () => {
  const serve = async (name: string) => {
    const names: string[] = []
    const pair = certificateFor(name)
    const server = createServer(
      {
        ...pair,
        SNICallback: (asked, done) => {
          names.push(asked)
          done(null)
        },
      },
      (request, response) => {
        response.end(JSON.stringify(request.headers))
      },
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    toClose({
      close: async () => {
        server.close()
        server.closeAllConnections()
      },
    })
    return { ...pair, port, names }
  }

  it('checks who the provider is, and says its name in the greeting', async () => {
    const { port, authority, names } = await serve('models.example.org')
    const proxy = await startProviderProxy({
      api: openaiApi,
      upstream: new URL(`https://models.example.org:${port}/v1`),
      trusted: authority,
    })
    const answer = await exchange(proxy.socketPath, post('/v1/responses', 'Authorization: Bearer inside'))
    expect(statusOf(answer)).toBe(200)
    expect(answer).toContain('Bearer outside-key')
    expect(answer).toContain(`"host":"models.example.org:${port}"`)
    expect(names).toEqual(['models.example.org'])
    expect(await proxy.ended(1)).toMatchObject([
      { reason: null, host: 'models.example.org', address: '127.0.0.1' },
    ])
  })

  it.each([
    ['is for another name', 'other.example.org', true],
    ['nobody trusts', 'models.example.org', false],
  ])('sends no key to one whose certificate %s', async (_name, certified, isTrusted) => {
    const { port, authority } = await serve(certified)
    const proxy = await startProviderProxy({
      api: openaiApi,
      upstream: new URL(`https://models.example.org:${port}/v1`),
      trusted: isTrusted ? authority : null,
    })
    expect(statusOf(await exchange(proxy.socketPath, post('/v1/responses')))).toBe(502)
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'connect_failed' }])
  })

  it('gives up on one that does not speak TLS', async () => {
    let heard = ''
    const { port } = toClose(
      await startTcp((socket) =>
        socket.on('data', (piece) => {
          heard += piece.toString('latin1')
        }),
      ),
    )
    const proxy = await startProviderProxy({
      api: openaiApi,
      upstream: new URL(`https://models.example.org:${port}/v1`),
      limits: { ...defaultEgressLimits, connectMs: 300 },
    })
    expect(statusOf(await exchange(proxy.socketPath, post('/v1/responses')))).toBe(502)
    expect(heard).not.toContain('outside-key')
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'connect_failed' }])
  })
})

describe('the base address inside', () => {
  it.each([
    ['https://api.anthropic.com', 'http://127.0.0.1:8080'],
    ['https://api.openai.com/v1', 'http://127.0.0.1:8080/v1'],
    ['https://api.openai.com:8443/v1/', 'http://127.0.0.1:8080/v1'],
    ['http://[::1]:1234/a/b?c=d', 'http://127.0.0.1:8080/a/b?c=d'],
  ])('of %s is %s', (upstream, inside) => {
    expect(insideUrl(new URL(upstream), 8080)).toBe(inside)
  })
})
