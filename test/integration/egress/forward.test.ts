import { Agent, request as httpRequest } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  atHome,
  closeAll,
  connectTo,
  exchange,
  startOrigin,
  startProxy,
  startTcp,
  statusOf,
  toClose,
  until,
} from '../../support/egress'

afterEach(closeAll)

const origin = async (...args: Parameters<typeof startOrigin>) => toClose(await startOrigin(...args))

/** A request of Node's own client through the proxy. */
function ask(
  socketPath: string,
  url: string,
  options: {
    readonly method?: string
    readonly body?: string
    readonly agent?: Agent
    readonly headers?: object
  } = {},
): Promise<{
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}> {
  return new Promise((done, fail) => {
    const request = httpRequest(
      {
        socketPath,
        path: url,
        method: options.method ?? 'GET',
        headers: { host: new URL(url).host, ...options.headers },
        ...(options.agent === undefined ? {} : { agent: options.agent }),
      },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        response
          .on('error', fail)
          .once('end', () => done({ status: response.statusCode ?? 0, body, headers: response.headers }))
      },
    )
    request.on('error', fail)
    request.end(options.body)
  })
}

describe('a plain request', () => {
  it('goes to a listed host with the host it is for, without what was meant for the proxy', async () => {
    const { port, requests } = await origin((_request, response) => {
      response.writeHead(201, {
        'X-Kept': 'yes',
        'Proxy-Authenticate': 'no',
        Connection: 'close, X-Named',
        'X-Named': '1',
      })
      response.end('made')
    })
    const proxy = await startProxy([atHome('web.example.org', port)])
    const answer = await exchange(
      proxy.socketPath,
      [
        `POST http://WEB.example.org.:${port}/a?b=%20c HTTP/1.1`,
        'Host: other.example.net',
        'Accept: */*',
        'X-Twice: 1',
        'X-Twice: 2',
        'Connection: close, X-Mine, Host',
        'X-Mine: secret',
        'Proxy-Authorization: Basic eDp5',
        'Proxy-Connection: keep-alive',
        'Keep-Alive: timeout=5',
        'TE: trailers',
        'Upgrade: h2c',
        'Expect: 100-continue',
        'Content-Length: 3',
        '',
        'abc',
      ].join('\r\n'),
    )
    expect(requests).toEqual([
      [
        'POST /a?b=%20c',
        `Host: web.example.org:${port}`,
        'Accept: */*',
        'X-Twice: 1',
        'X-Twice: 2',
        'Content-Length: 3',
        'Connection: close',
      ].join('\n'),
    ])
    expect(answer).toContain('HTTP/1.1 201')
    expect(answer).toContain('X-Kept: yes')
    expect(answer).not.toMatch(/Proxy-Authenticate|X-Named/)
    expect(await proxy.ended(1)).toMatchObject([
      {
        via: 'http',
        method: 'POST',
        host: 'web.example.org',
        port,
        address: '127.0.0.1',
        allowed: true,
        reason: null,
      },
    ])
  })

  it('streams both ways, however the body is framed', async () => {
    const { port, requests } = await origin((request, response) => request.pipe(response))
    const proxy = await startProxy([atHome('web.example.org', port)])
    const url = `http://web.example.org:${port}/`
    const body = 'x'.repeat(300_000)
    const chunked = await ask(proxy.socketPath, url, {
      method: 'PUT',
      body,
      headers: { 'transfer-encoding': 'chunked' },
    })
    const sized = await ask(proxy.socketPath, url, {
      method: 'PUT',
      body,
      headers: { 'content-length': body.length },
    })
    // A body where one is not usual keeps its frame, too.
    const odd = await ask(proxy.socketPath, url, {
      method: 'GET',
      body: 'odd',
      headers: { 'transfer-encoding': 'chunked' },
    })
    const none = await ask(proxy.socketPath, url, { method: 'POST', headers: { 'content-length': 0 } })
    expect([chunked.body, sized.body, odd.body, none.body]).toEqual([body, body, 'odd', ''])
    expect(requests.map((head) => /(Content-Length|Transfer-Encoding): .*/.exec(head)?.[0])).toEqual([
      'Transfer-Encoding: chunked',
      `Content-Length: ${body.length}`,
      'Transfer-Encoding: chunked',
      'Content-Length: 0',
    ])
    const contacts = await proxy.ended(4)
    expect(contacts[0]?.bytesUp).toBeGreaterThan(body.length)
    expect(contacts[0]?.bytesDown).toBeGreaterThan(body.length)
  })

  it('has its answer passed on piece by piece', async () => {
    const pieces: (() => void)[] = []
    const { port } = await origin((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('first')
      pieces.push(() => response.end('last'))
    })
    const proxy = await startProxy([atHome('web.example.org', port)])
    const client = await connectTo(proxy.socketPath)
    client.write(`GET http://web.example.org:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await client.waitFor('first')
    expect(client.received()).not.toContain('last')
    pieces.forEach((send) => {
      send()
    })
    expect(await client.rest()).toContain('last')
  })

  it('shares its connection with others, each judged for itself', async () => {
    const one = await origin((_request, response) => response.end('one'))
    const two = await origin((_request, response) => response.end('two'))
    const proxy = await startProxy([atHome('one.example.org', one.port), atHome('two.example.org', two.port)])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const bodies: string[] = []
    for (const url of [
      `http://one.example.org:${one.port}/`,
      `http://two.example.org:${two.port}/`,
      `http://one.example.org:${one.port}/again`,
    ])
      bodies.push((await ask(proxy.socketPath, url, { agent })).body)
    expect(bodies).toEqual(['one', 'two', 'one'])
    const refused = await ask(proxy.socketPath, `http://two.example.org:${one.port}/`, { agent })
    expect([refused.status, refused.headers['connection']]).toEqual([403, 'close'])
    agent.destroy()
    expect((await proxy.ended(4)).map(({ host, allowed }) => [host, allowed])).toEqual([
      ['one.example.org', true],
      ['two.example.org', true],
      ['one.example.org', true],
      ['two.example.org', false],
    ])
    // A connection of its own to each.
    expect(one.requests).toHaveLength(2)
  })

  it('that is redirected to an inner address is refused there', async () => {
    const inner = await origin((_request, response) => response.end('secret'))
    const { port } = await origin((_request, response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${inner.port}/latest/meta-data/` }).end(),
    )
    const proxy = await startProxy([
      atHome('web.example.org', port),
      { host: '*.example.org', port: inner.port },
    ])
    const first = await ask(proxy.socketPath, `http://web.example.org:${port}/`)
    expect(first.status).toBe(302)
    const followed = await ask(proxy.socketPath, String(first.headers['location']))
    expect([followed.status, followed.body]).toEqual([403, expect.stringContaining('not among the hosts')])
    const named = await ask(proxy.socketPath, `http://rebound.example.org:${inner.port}/`)
    expect([named.status, named.body]).toEqual([403, expect.stringContaining('may not reach')])
    expect(inner.requests).toEqual([])
    expect((await proxy.ended(3)).map(({ reason }) => reason)).toEqual([
      null,
      'host_not_listed',
      'address_refused',
    ])
  })

  it.each([
    ['GET / HTTP/1.1\r\nHost: web.example.org\r\n\r\n', 400],
    ['GET https://web.example.org/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET ftp://web.example.org/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET http://user:pw@web.example.org/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET http://web.example.org:99999/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET http://web.example.org%00.x/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['OPTIONS * HTTP/1.1\r\nHost: web.example.org\r\n\r\n', 400],
    ['CONNECT web.example.org HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['CONNECT http://web.example.org:80/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET http://web.example.org/ HTTP/1.1\r\n\r\n', 400],
    ['hello\r\n\r\n', 400],
    ['\x16\x03\x01\x02\x00\x01\x00', 400],
  ])('%j is answered %i', async (text, status) => {
    const proxy = await startProxy([atHome('web.example.org', 80)])
    expect(statusOf(await exchange(proxy.socketPath, text))).toBe(status)
    expect(proxy.contacts().every(({ allowed }) => !allowed)).toBe(true)
  })

  it('whose answer breaks off does not look whole', async () => {
    const { port } = toClose(
      await startTcp((socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this'))
      }),
    )
    const proxy = await startProxy([atHome('web.example.org', port)])
    await expect(ask(proxy.socketPath, `http://web.example.org:${port}/`)).rejects.toThrow('aborted')
    expect(await proxy.ended(1)).toMatchObject([{ allowed: true, reason: 'broken' }])
  })

  it.each([
    ['garbage', 'nonsense\r\n\r\n'],
    ['nothing', ''],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and a coding',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nabc'],
  ])('whose answer is %s gives 502', async (_name, text) => {
    const { port } = toClose(await startTcp((socket) => socket.once('data', () => socket.end(text))))
    const proxy = await startProxy([atHome('web.example.org', port)])
    const answer = await ask(proxy.socketPath, `http://web.example.org:${port}/`)
    expect(answer.status).toBe(502)
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'broken' }])
  })

  it('that its client leaves is left by us, too', async () => {
    let left = false
    const { port } = await origin((_request, response) => {
      response.write('x')
      response.once('close', () => {
        left = true
      })
    })
    const proxy = await startProxy([atHome('web.example.org', port)])
    const client = await connectTo(proxy.socketPath)
    client.write(`GET http://web.example.org:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
    await client.waitFor('\r\n\r\n')
    client.socket.destroy()
    await until(() => left)
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'broken' }])
  })
})
