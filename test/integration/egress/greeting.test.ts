import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import {
  atHome,
  type Client,
  certificateFor,
  closeAll,
  echo,
  exchange,
  helloFor,
  loopbackTo,
  nodeHello,
  openTunnel,
  retryRequest,
  runProgram,
  startProxy,
  startTcp,
  statusOf,
  toClose,
  until,
} from '../../support/egress'

afterEach(closeAll)

const name = 'api.example.org'
const certificate = certificateFor(name)

/** A TLS server that says which name it was greeted with. */
async function tlsServer(options: { readonly ecdhCurve?: string } = {}) {
  const server = createTlsServer({ ...certificate, ...options }, (socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\n\r\ngreeted as ${socket.servername}`))
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose({ close: async () => void server.close() })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** A server that keeps what it hears, and answers each piece as it is told to. */
async function listener(answer: (socket: Socket, heard: Buffer) => void = () => undefined) {
  const pieces: Buffer[] = []
  const heard = (): Buffer => Buffer.concat(pieces)
  const { port } = toClose(
    await startTcp((socket) => {
      socket
        .on('data', (piece) => {
          pieces.push(piece)
          answer(socket, heard())
        })
        .once('end', () => socket.end())
    }),
  )
  return { port, heard }
}

/** All that a TLS client of Node's hears through a tunnel, or its error. */
async function speakTls({ socket }: Client, options: ConnectionOptions): Promise<string> {
  socket.removeAllListeners('data')
  const client = connectTls({
    ...options,
    socket,
    ca: certificate.authority,
    checkServerIdentity: () => undefined,
  })
  client.write('GET / HTTP/1.0\r\n\r\n')
  let heard = ''
  client.on('data', (piece) => {
    heard += piece.toString()
  })
  return new Promise((done) => {
    client.once('error', ({ message }) => done(message))
    client.once('end', () => done(heard))
  })
}

/** The alert of a server that does not know the name. */
const unrecognized = '\x15\x03\x03\0\x02\x02\x70'

const tls = (said: string | null) => ({ type: 'tls', name: said, hidesName: false })

describe('a tunnel to a port for TLS', () => {
  it.each([
    [name, name],
    [`${name.toUpperCase()}.`, name],
    [name, 'API.Example.ORG'],
    ['xn--bcher-kva.example.org', 'xn--bcher-kva.example.org'],
    // By UTS 46 the same host.
    ['XN--BCHER-KVA.example.org', 'xn--bcher-kva.example.org'],
  ])('to %s is open to a client that names %s', async (host, servername) => {
    const port = await tlsServer()
    const proxy = await startProxy([atHome(name, port), atHome('bücher.example.org', port)], {
      tlsPorts: [port],
    })
    const client = await openTunnel(proxy.socketPath, `${host}:${port}`)
    expect(await speakTls(client, { servername })).toContain(`greeted as ${servername}`)
    client.socket.destroy()
    const [contact] = await proxy.ended(1)
    expect(contact).toMatchObject({ allowed: true, greeting: tls(servername) })
  })

  it.each([
    ['other.example.org', 'name_differs'],
    [`${name}.evil.net`, 'name_differs'],
    [`x${name}`, 'name_differs'],
    [undefined, 'name_missing'],
  ])('is closed to one that names %s, before the other side hears a byte', async (servername, reason) => {
    const { port, heard } = await listener()
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    expect(await speakTls(client, { servername })).toMatch(
      reason === 'name_differs' ? /unrecognized name/ : /missing extension|alert number 109/,
    )
    const [contact] = await proxy.ended(1)
    expect(contact).toMatchObject({ allowed: false, reason, greeting: tls(servername ?? null) })
    expect(contact).toMatchObject({ bytesUp: 0, bytesDown: 0, address: '127.0.0.1' })
    expect(heard()).toHaveLength(0)
  })

  it('at an address is open to a client that names nobody, and to none that names another', async () => {
    const port = await tlsServer()
    const proxy = await startProxy([{ host: '127.0.0.1', port }], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `127.0.0.1:${port}`)
    expect(await speakTls(client, {})).toContain('greeted as false')
    const other = await openTunnel(proxy.socketPath, `127.0.0.1:${port}`)
    expect(await speakTls(other, { servername: name })).toMatch(/unrecognized name/)
    await until(() => proxy.contacts().some(({ reason }) => reason === 'name_differs'))
  })

  it('gives what it held back as it was, however it came', async () => {
    const hello = await nodeHello({ servername: name })
    const { port, heard } = await listener((socket, all) => {
      if (all.length === hello.length) socket.write('the answer')
    })
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    for (const byte of hello) {
      client.write(Buffer.from([byte]))
      await new Promise((done) => setImmediate(done))
    }
    await client.waitFor('the answer')
    client.write('and more')
    await until(() => heard().length === hello.length + 8)
    expect(heard().equals(Buffer.concat([hello, Buffer.from('and more')]))).toBe(true)
    client.socket.destroy()
    expect(await proxy.ended(1)).toMatchObject([{ bytesUp: hello.length + 8, bytesDown: 10 }])
  })

  it('takes a greeting that came together with the request', async () => {
    const hello = await nodeHello({ servername: 'other.example.org' })
    const { port, heard } = await listener()
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const request = `CONNECT ${name}:${port} HTTP/1.1\r\nHost: x\r\n\r\n`
    const answer = await exchange(proxy.socketPath, Buffer.concat([Buffer.from(request), hello]))
    expect(answer).toBe(`HTTP/1.1 200 Connection Established\r\n\r\n${unrecognized}`)
    expect(await proxy.ended(1)).toMatchObject([{ allowed: false, reason: 'name_differs' }])
    expect(heard()).toHaveLength(0)
  })

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n'],
    ['GET / HTTP/1.1\r\nHost: api.example.org\r\n\r\n'],
    ['\x16\x03\x01\0\x05\x02\0\0\x01\0'],
  ])('is closed to %j', async (text) => {
    const { port, heard } = await listener()
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    client.write(Buffer.from(text, 'latin1'))
    expect(await client.rest()).toContain('is reached by TLS alone, and what was sent is no TLS greeting')
    expect(await proxy.ended(1)).toMatchObject([{ allowed: false, reason: 'not_tls', bytesUp: 0 }])
    expect(heard()).toHaveLength(0)
  })

  it('is closed after a time to a protocol in which the other side speaks first', async () => {
    const server = toClose(await startTcp((socket) => void socket.write('220 mail.example.org ready\r\n')))
    const proxy = await startProxy([atHome(name, server.port)], {
      tlsPorts: [server.port],
      limits: { greetingMs: 150 },
    })
    const client = await openTunnel(proxy.socketPath, `${name}:${server.port}`)
    const answer = await client.rest()
    expect(answer).toContain('no TLS greeting came in time')
    expect(answer).not.toContain('220')
    expect(await proxy.ended(1)).toMatchObject([{ allowed: false, reason: 'greeting_late', bytesDown: 0 }])
  })

  it('that a client leaves without a word ends as others do', async () => {
    const { port } = toClose(await startTcp(echo))
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    client.end()
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ allowed: true, reason: null, bytesUp: 0 }])
  })

  it('whose rules were tightened before anything was said is cut', async () => {
    const { port, heard } = await listener()
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    client.write(helloFor(name).subarray(0, 20))
    proxy.tighten([])
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ reason: 'rules_tightened' }])
    expect(heard()).toHaveLength(0)
  })
})

describe('a greeting that a server asks for again', () => {
  it('is passed on where it names the same host', async () => {
    // The client offers a key for its first group only, so the server asks again.
    const port = await tlsServer({ ecdhCurve: 'P-384' })
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    const options = { servername: name, ecdhCurve: 'X25519:P-384' }
    expect(await speakTls(client, options)).toContain(`greeted as ${name}`)
  })

  it.each([
    ['once it was asked for', false],
    ['before it was asked for', true],
  ])('and that names another is not, sent %s', async (_when, isEarly) => {
    const first = helloFor(name)
    const second = Buffer.concat([Buffer.from([20, 3, 3, 0, 1, 1]), helloFor('other.example.org')])
    const { port, heard } = await listener((socket, all) => {
      if (all.length >= first.length) socket.write(retryRequest())
    })
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    client.write(isEarly ? Buffer.concat([first, second]) : first)
    if (!isEarly) {
      await client.waitFor('\xcf\x21\xad\x74')
      client.write(second)
    }
    expect((await client.rest()).endsWith(unrecognized)).toBe(true)
    expect(await proxy.ended(1)).toMatchObject([
      { allowed: false, reason: 'name_differs', greeting: tls('other.example.org') },
    ])
    expect(heard().equals(first)).toBe(true)
  })
})

describe('a tunnel to another port', () => {
  it('carries what is no TLS, whoever speaks first', async () => {
    const server = toClose(
      await startTcp((socket) => {
        socket.write('220 ready\r\n')
        echo(socket)
      }),
    )
    const proxy = await startProxy([atHome(name, server.port)])
    const client = await openTunnel(proxy.socketPath, `${name}:${server.port}`)
    await client.waitFor('220 ready')
    client.write('EHLO')
    await client.waitFor('EHLO')
    client.end()
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ allowed: true, reason: null, greeting: { type: 'other' } }])
  })

  it('shows the name of TLS, lets it name nobody, and refuses another name', async () => {
    const port = await tlsServer()
    const proxy = await startProxy([atHome(name, port)])
    const says = async (servername?: string): Promise<string> => {
      const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
      const answer = await speakTls(client, { servername })
      client.socket.destroy()
      return answer
    }
    expect(await says(name)).toContain(`greeted as ${name}`)
    expect(await says()).toContain('greeted as false')
    expect(await says('other.example.org')).toMatch(/unrecognized name/)
    const contacts = await proxy.ended(3)
    expect(contacts.map(({ allowed, greeting }) => [allowed, greeting])).toEqual([
      [true, tls(name)],
      [true, tls(null)],
      [false, tls('other.example.org')],
    ])
  })

  it('does not wait for ever for the rest of a greeting', async () => {
    const { port, heard } = await listener()
    const proxy = await startProxy([atHome(name, port)], { limits: { greetingMs: 150 } })
    const client = await openTunnel(proxy.socketPath, `${name}:${port}`)
    client.write(helloFor('other.example.org').subarray(0, 30))
    await client.rest()
    expect(await proxy.ended(1)).toMatchObject([{ allowed: false, reason: 'greeting_late' }])
    expect(heard()).toHaveLength(0)
  })
})

/** How real programs greet through a proxy at a loopback port; what they print holds what the server said. */
const programs = {
  curl: (proxy: number, port: number, said: string) =>
    runProgram('curl', [
      ...['-sSk', '--noproxy', '', '--proxy', `http://127.0.0.1:${proxy}`],
      // What curl dials and what it names are the same; another name is put to the proxy as the place to dial.
      ...['--connect-to', `${said}:${port}:${name}:${port}`, `https://${said}:${port}/`],
    ]),
  openssl: (proxy: number, port: number, said: string) =>
    runProgram(
      'openssl',
      [
        's_client',
        '-quiet',
        '-proxy',
        `127.0.0.1:${proxy}`,
        '-connect',
        `${name}:${port}`,
        '-servername',
        said,
      ],
      'GET / HTTP/1.0\r\n\r\n',
    ),
  python: (proxy: number, port: number, said: string) =>
    runProgram('python3', [
      '-c',
      `
import socket, ssl, sys
raw = socket.create_connection(("127.0.0.1", ${proxy}))
raw.sendall(b"CONNECT ${name}:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
assert b" 200 " in raw.recv(1000)
context = ssl._create_unverified_context()
tls = context.wrap_socket(raw, server_hostname="${said}")
tls.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
while True:
    piece = tls.recv(1000)
    if not piece:
        break
    sys.stdout.write(piece.decode())
`,
    ]),
}

describe.each(Object.entries(programs))('%s', (_program, greet) => {
  it('is heard where it names the host that it asked for, and not where it names another', async () => {
    const port = await tlsServer()
    const proxy = await startProxy([atHome(name, port)], { tlsPorts: [port] })
    const loopback = await loopbackTo(proxy.socketPath)
    expect((await greet(loopback, port, name)).stdout).toContain(`greeted as ${name}`)
    const refused = await greet(loopback, port, 'other.example.org')
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toMatch(/unrecogni[sz]ed[ _]name/i)
    const contacts = await proxy.ended(2)
    expect(contacts).toMatchObject([
      { allowed: true, greeting: tls(name) },
      { allowed: false, reason: 'name_differs', greeting: tls('other.example.org') },
    ])
  })
})

describe('a refusal before a tunnel', () => {
  it('is said in HTTP as before', async () => {
    const proxy = await startProxy([atHome(name, 443)])
    const answer = await exchange(
      proxy.socketPath,
      'CONNECT other.example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    )
    expect(statusOf(answer)).toBe(403)
  })
})
