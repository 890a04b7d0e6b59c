import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { createEgressThread, defaultEgressLimits, openaiApi } from '../../src/main/egress'
import { certificateFor } from '../support/egress/certificate'
import { type Measure, median } from './measure'

const rounds = 5
const bytes = 256 * 1024 * 1024
const pings = 2000
const requests = 300
const host = 'localhost'

/**
 * What a session's way out costs beside none at all: the same client and server, in processes of their own, on the
 * loopback address and through the proxy. Every round does both.
 */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  const certificate = certificateFor(host)
  const server = start(serverScript, { key: certificate.key, cert: certificate.cert })
  const delays = monitorEventLoopDelay({ resolution: 10 })
  const thread = createEgressThread({
    worker: pathToFileURL(join(dirname(process.argv[1] ?? ''), 'egress-worker.js')),
    onLost: (cause) => console.error('the thread of the proxies ended', cause),
  })
  try {
    const [tcp = 0, http = 0, tls = 0] = (await firstLine(server)).split(' ').map(Number)
    const out = join(folder, 'out.sock')
    const model = join(folder, 'model.sock')
    const limits = { ...defaultEgressLimits, bytesUp: 1e12, bytesDown: 1e12, contacts: 1e6 }
    const common = { limits, onContact: () => undefined }
    const rules = [tcp, tls].map((port) => ({ host, port }))
    unwrap(await thread.openEgress({ ...common, socketPath: out, rules }))
    unwrap(
      await thread.openProvider({
        ...common,
        socketPath: model,
        upstream: new URL(`http://127.0.0.1:${http}/v1`),
        endpoints: openaiApi.endpoints,
        inject: async () => ({ authorization: 'Bearer none' }),
      }),
    )
    const { authority } = certificate
    const wanted = { tcp, http, tls, out, model, host, bytes, pings, requests, authority }
    const seen: Seen[] = []
    for (let round = 0; round < rounds; round += 1) {
      const plain = await client({ ...wanted, way: 'direct' })
      delays.enable()
      const proxied = await client({ ...wanted, way: 'through' })
      delays.disable()
      seen.push({ plain, proxied })
    }
    return [...measures(seen), loopDelay(delays.percentile(99) / 1e6)]
  } finally {
    await thread.close()
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Bytes a second down and up, bare and as agents send them, which is over TLS; milliseconds of a round trip in an open
 * tunnel, of a new one, of a model request.
 */
type Figures = Readonly<Record<'down' | 'up' | 'tlsDown' | 'tlsUp' | 'ping' | 'connect' | 'request', number>>
type Seen = { readonly plain: Figures; readonly proxied: Figures }

const speedNames = { tlsDown: 'tls_down', tlsUp: 'tls_up', down: 'bare_down', up: 'bare_up' } as const

function measures(seen: readonly Seen[]): Measure[] {
  const middle = (way: keyof Seen, name: keyof Figures): number => median(seen.map((each) => each[way][name]))
  const speeds = (['tlsDown', 'tlsUp', 'down', 'up'] as const).map((name): Measure => {
    const plain = middle('plain', name) / 1e6
    const value = middle('proxied', name) / 1e6
    const anchor = `without a proxy, ${Math.round(plain)} MB/s`
    // Of each round's two figures, which met the same moment of the machine.
    const ratio = median(seen.map((each) => each.proxied[name] / each.plain[name]))
    return { name: `egress.${speedNames[name]}`, value, unit: 'MB/s', anchor, ratio }
  })
  const latencies = (['ping', 'connect', 'request'] as const).map((name): Measure => {
    const plain = middle('plain', name)
    const value = middle('proxied', name) - plain
    return {
      name: `egress.added_${name}`,
      value,
      unit: 'ms',
      anchor: `without a proxy, ${plain.toFixed(3)} ms`,
      ratio: null,
    }
  })
  return [...speeds, ...latencies]
}

function loopDelay(value: number): Measure {
  return {
    name: 'egress.loop_delay_p99',
    value,
    unit: 'ms',
    anchor: 'of the main loop meanwhile',
    ratio: null,
  }
}

async function client(wanted: object): Promise<Figures> {
  const child = start(clientScript, wanted)
  const line = await firstLine(child)
  const figures: Figures = JSON.parse(line)
  return figures
}

function start(script: string, wanted: object): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', script, '--', JSON.stringify(wanted)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output')
  const [piece] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then((): never => {
      throw new Error('a process of the bench ended without a figure')
    }),
  ])
  return String(piece).trim()
}

function unwrap<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('the proxy could not be opened')
  return result.value
}

/** First byte of a connection: `d` asks for that many bytes, `u` sends them, `p` is answered piece by piece. */
const serverScript = `
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createServer as createHttpServer } from 'node:http'
const block = Buffer.alloc(65536, 'x')
const serve = (socket) => {
  socket.on('error', () => {})
  socket.once('data', (first) => {
    const kind = String.fromCharCode(first[0])
    if (kind === 'p') {
      socket.write('p')
      socket.on('data', (piece) => socket.write(piece))
      return
    }
    const size = Number(first.toString('latin1', 1, first.indexOf(10)))
    if (kind === 'd') {
      let sent = 0
      const more = () => {
        while (sent < size) {
          sent += block.length
          if (!socket.write(block)) return socket.once('drain', more)
        }
        socket.end()
      }
      more()
      return
    }
    let seen = first.length - first.indexOf(10) - 1
    const count = (length) => {
      seen += length
      if (seen >= size) socket.end('done')
    }
    socket.on('data', (piece) => count(piece.length))
    count(0)
  })
}
const tcp = createServer({ noDelay: true }, serve)
const tls = createTlsServer({ noDelay: true, ...JSON.parse(process.argv[1]) }, serve)
const http = createHttpServer((request, response) => {
  request.resume().once('end', () => response.end('{"ok":true}'))
})
await new Promise((done) => tcp.listen(0, '127.0.0.1', done))
await new Promise((done) => tls.listen(0, '127.0.0.1', done))
await new Promise((done) => http.listen(0, '127.0.0.1', done))
console.log([tcp, http, tls].map((each) => each.address().port).join(' '))`

const clientScript = `
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent, request } from 'node:http'
const { way, tcp, http, tls, out, model, host, bytes, pings, requests, authority } = JSON.parse(process.argv[1])
const openAt = (port) => new Promise((done, fail) => {
  if (way === 'direct') {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => done(socket))
    return socket.on('error', fail)
  }
  const place = host + ':' + port
  const socket = connect({ path: out }, () => socket.write('CONNECT ' + place + ' HTTP/1.1\\r\\nHost: ' + place + '\\r\\n\\r\\n'))
  socket.on('error', fail)
  socket.once('data', (head) => String(head).startsWith('HTTP/1.1 200') ? done(socket) : fail(new Error(String(head))))
})
const open = () => openAt(tcp)
const openTls = async () => {
  const socket = await openAt(tls)
  return new Promise((done, fail) => {
    const secure = connectTls({ socket, servername: host, ca: authority }, () => done(secure)).on('error', fail)
  })
}
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
const down = async (open) => {
  const socket = await open()
  const began = performance.now()
  let seen = 0
  socket.on('data', (piece) => { seen += piece.length })
  socket.write('d' + bytes + '\\n')
  await new Promise((done) => socket.once('end', done))
  socket.end()
  if (seen < bytes) throw new Error('too few bytes')
  return seen / (performance.now() - began) * 1000
}
const up = async (open) => {
  const socket = await open()
  const block = Buffer.alloc(65536, 'x')
  const began = performance.now()
  socket.write('u' + bytes + '\\n')
  let sent = 0
  const ended = new Promise((done) => socket.once('end', done))
  socket.resume()
  const more = () => {
    while (sent < bytes) {
      sent += block.length
      if (!socket.write(block)) return socket.once('drain', more)
    }
  }
  more()
  await ended
  socket.end()
  return bytes / (performance.now() - began) * 1000
}
const ping = async () => {
  const socket = await open()
  const turn = () => new Promise((done) => { socket.once('data', done); socket.write('p') })
  for (let count = 0; count < 200; count += 1) await turn()
  const times = []
  for (let count = 0; count < pings; count += 1) {
    const began = performance.now()
    await turn()
    times.push(performance.now() - began)
  }
  socket.destroy()
  return middle(times)
}
const connecting = async () => {
  const times = []
  for (let count = 0; count < requests; count += 1) {
    const began = performance.now()
    const socket = await open()
    await new Promise((done) => { socket.once('data', done); socket.write('p') })
    times.push(performance.now() - began)
    socket.destroy()
  }
  return middle(times)
}
const asking = async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const target = way === 'direct' ? { host: '127.0.0.1', port: http } : { socketPath: model }
  const body = JSON.stringify({ input: 'x'.repeat(20000) })
  const times = []
  for (let count = 0; count < requests; count += 1) {
    const began = performance.now()
    await new Promise((done, fail) => {
      const asked = request({ ...target, agent, method: 'POST', path: '/v1/responses', headers: { host: 'x', 'content-length': body.length } }, (answer) => {
        if (answer.statusCode !== 200) fail(new Error('answered ' + answer.statusCode))
        answer.resume().once('end', done)
      })
      asked.on('error', fail).end(body)
    })
    times.push(performance.now() - began)
  }
  agent.destroy()
  return middle(times)
}
console.log(JSON.stringify({
  down: await down(open),
  up: await up(open),
  tlsDown: await down(openTls),
  tlsUp: await up(openTls),
  ping: await ping(),
  connect: await connecting(),
  request: await asking(),
}))
process.exit(0)`
