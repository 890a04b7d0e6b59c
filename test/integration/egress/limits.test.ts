import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createEgressProxy, defaultEgressLimits } from '../../../src/main/egress'
import {
  atHome,
  closeAll,
  connectTo,
  echo,
  exchange,
  openTunnel,
  socketFolder,
  startOrigin,
  startProxy,
  startTcp,
  statusOf,
  toClose,
} from '../../support/egress'
import { temporaryFolder } from '../../support/repository'

afterEach(closeAll)

const connectRequest = (place: string): string => `CONNECT ${place} HTTP/1.1\r\nHost: x\r\n\r\n`

describe('limits', () => {
  it('on bytes down cut the tunnel that passes them, and refuse what comes after', async () => {
    const server = toClose(await startTcp((socket) => socket.write(Buffer.alloc(300_000, 'x'))))
    const proxy = await startProxy([atHome('api.example.org', server.port)], {
      limits: { bytesDown: 100_000 },
    })
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    const answer = await client.rest()
    expect(answer.length).toBeLessThanOrEqual(100_000 + 100)
    const next = await exchange(proxy.socketPath, connectRequest(`api.example.org:${server.port}`))
    expect([statusOf(next), next]).toEqual([503, expect.stringContaining('used up the bytes')])
    expect(await proxy.ended(2)).toMatchObject([
      { allowed: true, reason: 'bytes_limit' },
      { allowed: false, reason: 'bytes_limit' },
    ])
  })

  it('on bytes up are those of the session, not of one tunnel, and hold at the byte', async () => {
    let heard = 0
    const server = toClose(
      await startTcp((socket) =>
        socket.on('data', (piece) => {
          heard += piece.length
        }),
      ),
    )
    const proxy = await startProxy([atHome('api.example.org', server.port)], { limits: { bytesUp: 50_000 } })
    const first = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    first.write(Buffer.alloc(20_000))
    const second = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    second.write(Buffer.alloc(60_000))
    await second.rest()
    expect(heard).toBeLessThanOrEqual(50_000)
    expect(await proxy.ended(1)).toMatchObject([{ id: 2, reason: 'bytes_limit' }])
  })

  it('on a body refuse it with 413, and it does not arrive', async () => {
    const origin = toClose(
      await startOrigin((request, response) => request.resume().once('end', () => response.end())),
    )
    const proxy = await startProxy([atHome('web.example.org', origin.port)], { limits: { bodyBytes: 1000 } })
    const answer = await exchange(
      proxy.socketPath,
      `POST http://web.example.org:${origin.port}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(2000)}`,
    )
    expect(statusOf(answer)).toBe(413)
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'body_limit' }])
  })

  it('on a head refuse what is longer', async () => {
    const proxy = await startProxy([])
    const long = 'x'.repeat(defaultEgressLimits.headerBytes)
    for (const head of [`X-A: ${long}`, ...Array.from({ length: 1 }, () => `X-${long}: a`)])
      expect(
        statusOf(
          await exchange(
            proxy.socketPath,
            `GET http://a.example.org/ HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`,
          ),
        ),
      ).toBe(400)
    expect(
      statusOf(
        await exchange(proxy.socketPath, `GET http://a.example.org/${long} HTTP/1.1\r\nHost: x\r\n\r\n`),
      ),
    ).toBe(400)
  })

  it('on connections refuse the one too many, and let one in when one has ended', async () => {
    const server = toClose(await startTcp(echo))
    const place = `api.example.org:${server.port}`
    const proxy = await startProxy([atHome('api.example.org', server.port)], { limits: { connections: 2 } })
    const first = await openTunnel(proxy.socketPath, place)
    await openTunnel(proxy.socketPath, place)
    const third = await exchange(proxy.socketPath, connectRequest(place))
    expect([statusOf(third), third]).toEqual([503, expect.stringContaining('as many connections open')])
    first.end()
    await proxy.ended(2)
    const fourth = await openTunnel(proxy.socketPath, place)
    expect(statusOf(fourth.received())).toBe(200)
    expect(proxy.contacts().map(({ reason }) => reason)).toEqual(['connections_limit', null])
  })

  it('on idle connections close those beyond twice as many', async () => {
    const proxy = await startProxy([], { limits: { connections: 2 } })
    const clients = await Promise.all(Array.from({ length: 5 }, () => connectTo(proxy.socketPath)))
    await Promise.race(clients.map((client) => client.rest()))
    expect(await proxy.ended(1)).toMatchObject([{ host: '', allowed: false, reason: 'connections_limit' }])
  })

  it('on contacts keep a flood of them out of the ledger, whose last line says so', async () => {
    const server = toClose(await startTcp(echo))
    const place = `api.example.org:${server.port}`
    const proxy = await startProxy([atHome('api.example.org', server.port)], { limits: { contacts: 3 } })
    for (let count = 0; count < 6; count += 1)
      expect(
        statusOf(await exchange(proxy.socketPath, connectRequest('evil.example.net:443'))),
      ).toBeGreaterThanOrEqual(403)
    expect(statusOf(await exchange(proxy.socketPath, connectRequest(place)))).toBe(503)
    expect(proxy.contacts().map(({ reason }) => reason)).toEqual([
      'host_not_listed',
      'host_not_listed',
      'contacts_limit',
    ])
    expect(proxy.totals()).toMatchObject({ contacts: 3, unrecorded: 4 })
  })

  it('on silence cut a tunnel in which nothing moves', async () => {
    const server = toClose(await startTcp(echo))
    const proxy = await startProxy([atHome('api.example.org', server.port)], { limits: { idleMs: 150 } })
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'idle' }])
  })

  it('on silence cut an answer that does not come, with words', async () => {
    const origin = toClose(await startOrigin(() => undefined))
    const proxy = await startProxy([atHome('web.example.org', origin.port)], { limits: { idleMs: 150 } })
    const client = await connectTo(proxy.socketPath)
    client.write(`GET http://web.example.org:${origin.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ allowed: true }])
    expect(['idle', 'broken']).toContain(proxy.contacts()[0]?.reason)
  })
})

describe('tightening', () => {
  it('cuts the tunnels that are no longer listed, and those only', async () => {
    const [one, two] = [toClose(await startTcp(echo)), toClose(await startTcp(echo))]
    const [first, second] = [atHome('one.example.org', one.port), atHome('two.example.org', two.port)]
    const proxy = await startProxy([first, second])
    const cut = await openTunnel(proxy.socketPath, `one.example.org:${one.port}`)
    const kept = await openTunnel(proxy.socketPath, `two.example.org:${two.port}`)
    expect(proxy.tighten([second]).ok).toBe(true)
    await cut.rest()
    kept.write('still there')
    await kept.waitFor('still there')
    expect(proxy.contacts()).toMatchObject([
      { host: 'one.example.org', allowed: true, reason: 'rules_tightened' },
    ])
    expect(statusOf(await exchange(proxy.socketPath, connectRequest(`one.example.org:${one.port}`)))).toBe(
      403,
    )
  })

  it('reaches the address that a tunnel is at', async () => {
    const server = toClose(await startTcp(echo))
    const proxy = await startProxy([atHome('api.example.org', server.port)])
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    proxy.tighten([{ host: 'api.example.org', port: server.port }])
    await client.rest()
    expect(proxy.contacts()).toMatchObject([{ reason: 'rules_tightened' }])
  })

  it('reaches what is being looked up or streamed', async () => {
    const server = toClose(await startTcp(echo))
    const origin = toClose(await startOrigin((_request, response) => response.write('begun')))
    const answers: (() => void)[] = []
    const proxy = await startProxy(
      [atHome('api.example.org', server.port), atHome('web.example.org', origin.port)],
      {
        resolve: (name) =>
          name.startsWith('api')
            ? new Promise((done) => answers.push(() => done(['127.0.0.1'])))
            : Promise.resolve(['127.0.0.1']),
      },
    )
    const streamed = await connectTo(proxy.socketPath)
    streamed.write(`GET http://web.example.org:${origin.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
    await streamed.waitFor('begun')
    const client = await connectTo(proxy.socketPath)
    client.write(connectRequest(`api.example.org:${server.port}`))
    while (answers.length === 0) await new Promise((done) => setTimeout(done, 5))
    proxy.tighten([])
    for (const answer of answers) answer()
    expect(statusOf(await client.rest())).toBe(403)
    await streamed.rest()
    expect((await proxy.ended(2)).map(({ reason }) => reason)).toEqual(['rules_tightened', 'rules_tightened'])
  })

  it('never adds', async () => {
    const server = toClose(await startTcp(echo))
    const proxy = await startProxy([])
    proxy.tighten([atHome('api.example.org', server.port)])
    expect(statusOf(await exchange(proxy.socketPath, connectRequest(`api.example.org:${server.port}`)))).toBe(
      403,
    )
  })

  it('by a list that can’t be read closes everything, and says so', async () => {
    const server = toClose(await startTcp(echo))
    const rule = atHome('api.example.org', server.port)
    const proxy = await startProxy([rule])
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    const result = proxy.tighten([rule, { host: '', port: 1 }])
    expect(result.ok ? null : result.error.code).toBe('policy.invalid')
    await client.rest()
    expect(proxy.contacts()).toMatchObject([{ reason: 'rules_tightened' }])
  })
})

describe('what fails, fails closed', () => {
  it('a ledger that takes nothing lets nothing through', async () => {
    let connections = 0
    const server = toClose(
      await startTcp((socket) => {
        connections += 1
        echo(socket)
      }),
    )
    let isFull = false
    const proxy = await startProxy([atHome('api.example.org', server.port)], {
      onContact: () => {
        if (isFull) throw new Error('no space left')
      },
    })
    const place = `api.example.org:${server.port}`
    const client = await openTunnel(proxy.socketPath, place)
    isFull = true
    for (let count = 0; count < 2; count += 1)
      expect(statusOf(await exchange(proxy.socketPath, connectRequest(place)))).toBe(503)
    // What was open is over, too.
    await client.rest()
    expect(connections).toBe(1)
  })

  it('rules that can’t be read open no socket', async () => {
    const made = await createEgressProxy({
      socketPath: join(socketFolder(), 'out.sock'),
      rules: [{ host: '*', port: 443 }],
      now: Date.now,
      onContact: () => undefined,
    })
    expect(made.ok ? null : made.error.code).toBe('policy.invalid')
  })

  it.each([
    ['that others can change', (folder: string) => chmodSync(folder, 0o777)],
    ['where something is already', (folder: string) => writeFileSync(join(folder, 'out.sock'), '')],
  ])('a folder %s gets no socket', async (_name, spoil) => {
    const folder = socketFolder()
    spoil(folder)
    const made = await createEgressProxy({
      socketPath: join(folder, 'out.sock'),
      rules: [],
      now: Date.now,
      onContact: () => undefined,
    })
    expect(made.ok ? null : made.error.code).toBe('sandbox.start_failed')
  })

  it('a folder that is a link gets no socket', async () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync(socketFolder(), link)
    const made = await createEgressProxy({
      socketPath: join(link, 'out.sock'),
      rules: [],
      now: Date.now,
      onContact: () => undefined,
    })
    expect(made.ok ? null : made.error.code).toBe('sandbox.start_failed')
  })

  it('a path longer than a socket’s name can be is no hindrance', async () => {
    const folder = join(socketFolder(), 'x'.repeat(100), 'y'.repeat(100))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const proxy = await startProxy([], { socketPath: join(folder, 'out.sock') })
    // Nor is it for a box, where the folder has a short name.
    const link = join(temporaryFolder(), 'l')
    symlinkSync(folder, link)
    expect(statusOf(await exchange(join(link, 'out.sock'), connectRequest('evil.example.net:443')))).toBe(403)
    await proxy.close()
    await expect(connectTo(join(link, 'out.sock'))).rejects.toThrow('ENOENT')
  })
})
