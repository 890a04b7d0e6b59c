import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  atHome,
  closeAll,
  connectTo,
  echo,
  exchange,
  openTunnel,
  startProxy,
  startTcp,
  statusOf,
  toClose,
  until,
} from '../../support/egress'

afterEach(closeAll)

const echoServer = async () => toClose(await startTcp(echo))

describe('a tunnel', () => {
  it('to a listed host carries bytes as they are, and is told at both ends', async () => {
    const { port } = await echoServer()
    const proxy = await startProxy([atHome('api.example.org', port)])
    const client = await openTunnel(proxy.socketPath, `API.example.org.:${port}`)
    expect(statusOf(client.received())).toBe(200)
    const data = Buffer.concat([Buffer.from('data'), randomBytes(100_000)])
    client.write(data)
    client.end()
    const answer = await client.rest()
    expect(Buffer.from(answer, 'latin1').subarray(-data.length).equals(data)).toBe(true)
    const [contact] = await proxy.ended(1)
    expect(contact).toEqual({
      id: 1,
      at: expect.any(Number),
      via: 'tunnel',
      method: 'CONNECT',
      host: 'api.example.org',
      port,
      address: '127.0.0.1',
      greeting: { type: 'other' },
      allowed: true,
      reason: null,
      bytesUp: data.length,
      bytesDown: data.length,
      durationMs: expect.any(Number),
    })
    expect(proxy.events.map(({ phase }) => phase)).toEqual(['started', 'ended'])
    expect(proxy.totals()).toMatchObject({ open: 0, bytesUp: data.length, bytesDown: data.length })
  })

  it('passes on what came together with the request', async () => {
    const { port } = await echoServer()
    const proxy = await startProxy([atHome('api.example.org', port)])
    const client = await connectTo(proxy.socketPath)
    client.write(`CONNECT api.example.org:${port} HTTP/1.1\r\nHost: x\r\n\r\nearly `)
    await client.waitFor('early ')
    client.write('late')
    client.end()
    expect(await client.rest()).toMatch(/\r\n\r\nearly late$/)
  })

  it.each([
    ['other.example.org', 'host_not_listed'],
    ['api.example.org.evil.net', 'host_not_listed'],
    ['127.0.0.1', 'host_not_listed'],
    ['2130706433', 'host_not_listed'],
    ['0x7f.1', 'host_not_listed'],
    ['[::ffff:127.0.0.1]', 'host_not_listed'],
    ['localhost', 'host_not_listed'],
    ['a%00.api.example.org', 'bad_host'],
    ['x@api.example.org', 'bad_host'],
    ['169.254.169.254', 'host_not_listed'],
  ])('to %s is refused: %s', async (host, reason) => {
    const asked: string[] = []
    const server = toClose(await startTcp(() => asked.push('connected')))
    const proxy = await startProxy([atHome('api.example.org', server.port)], {
      resolve: async (name) => {
        asked.push(name)
        return ['127.0.0.1']
      },
    })
    const answer = await exchange(
      proxy.socketPath,
      `CONNECT ${host}:${server.port} HTTP/1.1\r\nHost: api.example.org\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(reason === 'bad_host' ? 400 : 403)
    expect(answer).toContain('Connection: close')
    const [contact] = await proxy.ended(1)
    expect(contact).toMatchObject({ allowed: false, reason, bytesUp: 0, bytesDown: 0, address: null })
    // Not even its name is looked up.
    expect(asked).toEqual([])
    expect(proxy.events).toHaveLength(1)
  })

  it('to another port of a listed host is refused', async () => {
    const { port } = await echoServer()
    const proxy = await startProxy([atHome('api.example.org', port + 1)])
    const answer = await exchange(
      proxy.socketPath,
      `CONNECT api.example.org:${port} HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(403)
    expect(answer).toContain('may not be reached on this port')
    expect(await proxy.ended(1)).toMatchObject([{ allowed: false, reason: 'port_not_listed', port }])
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
    '100.64.1.1',
    '0.0.0.0',
  ])('to a listed name that a resolver says is at %s is refused', async (address) => {
    const { port } = await echoServer()
    const proxy = await startProxy([{ host: 'rebound.example.org', port }], {
      resolve: async () => [address],
    })
    const answer = await exchange(
      proxy.socketPath,
      `CONNECT rebound.example.org:${port} HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(403)
    expect(await proxy.ended(1)).toMatchObject([{ allowed: false, reason: 'address_refused' }])
  })

  it('asks for a name once, dials only what it was told then, and leaves out what may not be dialled', async () => {
    const { port } = await echoServer()
    const answers = [['10.9.9.9', '127.0.0.1', 'nonsense'], ['10.9.9.9']]
    const proxy = await startProxy([atHome('api.example.org', port)], {
      resolve: async () => answers.shift() ?? [],
    })
    const client = await openTunnel(proxy.socketPath, `api.example.org:${port}`)
    expect(statusOf(client.received())).toBe(200)
    expect(answers).toHaveLength(1)
    client.end()
    expect(await proxy.ended(1)).toMatchObject([{ address: '127.0.0.1' }])
  })

  it('takes the next address where one does not answer', async () => {
    const { port } = await echoServer()
    const proxy = await startProxy(
      [{ host: 'api.example.org', port, addresses: ['127.0.0.0/8'] }],
      // Nobody listens on the first.
      { resolve: async () => ['127.9.9.9', '127.0.0.1'] },
    )
    const client = await openTunnel(proxy.socketPath, `api.example.org:${port}`)
    expect(statusOf(client.received())).toBe(200)
    client.end()
    expect(await proxy.ended(1)).toMatchObject([{ address: '127.0.0.1' }])
  })

  it('says what did not work', async () => {
    const { port, close } = await startTcp(echo)
    await close()
    const proxy = await startProxy(
      [
        atHome('gone.example.org', port),
        atHome('unknown.example.org', port),
        atHome('slow.example.org', port),
      ],
      {
        limits: { connectMs: 200 },
        resolve: (name) => {
          if (name.startsWith('unknown')) return Promise.reject(new Error('ENOTFOUND'))
          return name.startsWith('slow') ? new Promise(() => undefined) : Promise.resolve(['127.0.0.1'])
        },
      },
    )
    for (const name of ['gone', 'unknown', 'slow'])
      expect(
        statusOf(
          await exchange(proxy.socketPath, `CONNECT ${name}.example.org:${port} HTTP/1.1\r\nHost: x\r\n\r\n`),
        ),
      ).toBe(502)
    expect(proxy.contacts().map(({ allowed, reason }) => [allowed, reason])).toEqual([
      [true, 'connect_failed'],
      [true, 'name_not_found'],
      [true, 'name_not_found'],
    ])
  })

  it('keeps each half open until both sides are done', async () => {
    let heard = ''
    const server = toClose(
      await startTcp((socket) => {
        socket.on('data', (piece) => {
          heard += piece.toString()
        })
        socket.once('end', () => socket.end(`you said ${heard}`))
      }),
    )
    const proxy = await startProxy([atHome('api.example.org', server.port)])
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    client.write('all of it')
    client.end()
    expect(await client.rest()).toContain('you said all of it')
    expect(await proxy.ended(1)).toMatchObject([{ reason: null, bytesUp: 9, bytesDown: 18 }])
  })

  it('stays open when the other side ended, until the client has said its last', async () => {
    let heard = ''
    const server = toClose(
      await startTcp((socket) => {
        socket.end('bye')
        socket.on('data', (piece) => {
          heard += piece.toString()
        })
      }),
    )
    const proxy = await startProxy([atHome('api.example.org', server.port)])
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    await client.rest()
    client.write('still here')
    client.end()
    await proxy.ended(1)
    await until(() => heard === 'still here')
    expect(proxy.contacts()).toMatchObject([{ reason: null, bytesUp: 10, bytesDown: 3 }])
  })

  it('that one side breaks off is broken off for the other, and told so', async () => {
    const server = toClose(await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy())))
    const proxy = await startProxy([atHome('api.example.org', server.port)])
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    client.write('x')
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ allowed: true, reason: 'broken' }])

    const chatty = toClose(
      await startTcp((socket) => socket.resume().once('end', () => socket.write('too late'))),
    )
    const other = await startProxy([atHome('api.example.org', chatty.port)])
    const left = await openTunnel(other.socketPath, `api.example.org:${chatty.port}`)
    left.socket.destroy()
    expect(await other.ended(1)).toMatchObject([{ allowed: true, reason: 'broken' }])
  })

  it('goes at the pace of a slow reader, on both sides', async () => {
    let sent = 0
    const size = 64 * 1024 * 1024
    const server = toClose(
      await startTcp((socket) => {
        const piece = Buffer.alloc(64 * 1024)
        const more = (): void => {
          while (sent < size) {
            sent += piece.length
            if (!socket.write(piece)) return void socket.once('drain', more)
          }
          socket.end()
        }
        more()
      }),
    )
    const proxy = await startProxy([atHome('api.example.org', server.port)])
    const client = await connectTo(proxy.socketPath)
    client.write(`CONNECT api.example.org:${server.port} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await client.waitFor('\r\n\r\n')
    client.socket.pause()
    const settled = async (): Promise<number> => {
      for (let last = -1; last !== sent; ) {
        last = sent
        await new Promise((done) => setTimeout(done, 100))
      }
      return sent
    }
    // What the kernel's buffers of four sockets hold, and no more.
    expect(await settled()).toBeLessThan(size / 4)
    expect(proxy.totals().bytesDown).toBeLessThan(size / 4)
    client.socket.resume()
    client.end()
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ bytesDown: size, reason: null }])
  })
})

describe('a tunnel to a server that takes nothing', () => {
  it('has the client wait, and gives all of it once it is taken', async () => {
    const size = 64 * 1024 * 1024
    const sockets: Socket[] = []
    let heard = 0
    const server = toClose(await startTcp((socket) => void sockets.push(socket)))
    const proxy = await startProxy([atHome('api.example.org', server.port)])
    const client = await openTunnel(proxy.socketPath, `api.example.org:${server.port}`)
    client.write(Buffer.alloc(size, 'x'))
    client.end()
    for (let last = -1; last !== proxy.totals().bytesUp; ) {
      last = proxy.totals().bytesUp
      await new Promise((done) => setTimeout(done, 100))
    }
    // What the kernel's buffers hold, and a few of ours.
    expect(proxy.totals().bytesUp).toBeLessThan(size / 4)
    sockets[0]?.on('data', (piece) => {
      heard += piece.length
    })
    sockets[0]?.once('end', () => sockets[0]?.end())
    await client.rest()
    expect(heard).toBe(size)
    expect(await proxy.ended(1)).toMatchObject([{ bytesUp: size, reason: null }])
  })
})

describe('many tunnels', () => {
  it('100 at once, each with its own bytes', async () => {
    const { port } = await echoServer()
    const proxy = await startProxy([atHome('*.example.org', port)], { limits: { connections: 100 } })
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const client = await openTunnel(proxy.socketPath, `host-${index}.example.org:${port}`)
        const data = Buffer.concat([Buffer.from('data'), randomBytes(19_996)])
        client.write(data)
        client.end()
        const answer = Buffer.from(await client.rest(), 'latin1')
        expect(answer.subarray(-data.length).equals(data)).toBe(true)
      }),
    )
    const contacts = await proxy.ended(100)
    expect(new Set(contacts.map(({ host }) => host)).size).toBe(100)
    expect(contacts.every(({ bytesUp, bytesDown }) => bytesUp === 20_000 && bytesDown === 20_000)).toBe(true)
  })
})

describe('the proxy itself', () => {
  it('closed in mid-tunnel cuts everything and removes its socket', async () => {
    const { port } = await echoServer()
    const proxy = await startProxy([atHome('api.example.org', port)])
    const client = await openTunnel(proxy.socketPath, `api.example.org:${port}`)
    const waiting = await connectTo(proxy.socketPath)
    waiting.write('CONNECT api')
    await proxy.close()
    await client.rest()
    await waiting.rest()
    expect(existsSync(proxy.socketPath)).toBe(false)
    expect(proxy.contacts()).toMatchObject([{ allowed: true, reason: 'closed' }])
    await expect(connectTo(proxy.socketPath)).rejects.toThrow('ENOENT')
  })

  it('has a socket that only this user can use', async () => {
    const { socketPath } = await startProxy([])
    expect(statSync(socketPath).mode & 0o777).toBe(0o600)
  })
})
