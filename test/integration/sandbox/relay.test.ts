import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Relay } from '../../../src/main/egress'
import { makeFolders, runInside, type TestFolders } from '../../support/box'
import { closeAll, makeBridge, toClose } from '../../support/egress'

afterEach(closeAll)

/** A server on a socket in a bridge's folder. */
async function serve(path: string, handle: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, handle)
  server.listen(path)
  await once(server, 'listening')
  toClose({ close: async () => void server.close() })
  return server
}

/** Runs a script of Node's inside, behind a relay. */
async function inside(
  relay: Relay['name'],
  script: string,
  {
    folders = makeFolders(),
    bridge = makeBridge(relay),
    ports = { 8080: 'a.sock' } as Readonly<Record<number, string>>,
  } = {},
) {
  const path = join(folders.controlFolder, 'script.mjs')
  writeFileSync(path, script)
  return runInside(folders, ['node', path], { request: { ...bridge.request(ports), limits: roomy } })
}
const roomy = { memoryBytes: 2048 * 1024 * 1024, processes: 128, cpuMs: 60_000 }

const shell = (relay: Relay['name'], script: string, folders: TestFolders = makeFolders()) =>
  runInside(folders, ['sh', '-c', script], { request: makeBridge(relay).request({ 8080: 'a.sock' }) })

/** As words of a shell's. */
const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

/** Sends bytes, ends, and compares what comes back. */
const echoClients = (count: number, size: number): string => `
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
const one = () => new Promise((done, fail) => {
  const data = randomBytes(${size})
  const pieces = []
  const socket = connect({ port: 8080, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('data', (piece) => pieces.push(piece)).on('error', fail)
  socket.on('end', () => done(Buffer.concat(pieces).equals(data)))
  socket.end(data)
})
const results = await Promise.all(Array.from({ length: ${count} }, one))
console.log(results.filter(Boolean).length)
process.exit(9)`

describe.each(['perl', 'python3'] as const)('the relay for %s', (relay) => {
  it('carries bytes both ways, many connections at once, and each end after its bytes', async () => {
    const bridge = makeBridge(relay)
    await serve(join(bridge.folder, 'a.sock'), (socket) => socket.pipe(socket))
    const many = await inside(relay, echoClients(100, 50_000), { bridge })
    expect(many).toMatchObject({ code: 9, stdout: '100\n', stderr: '', survivors: 0 })
    const large = await inside(relay, echoClients(2, 20_000_000), { bridge })
    expect(large).toMatchObject({ code: 9, stdout: '2\n' })
  })

  it('leads each port to its own socket', async () => {
    const bridge = makeBridge(relay)
    for (const name of ['a', 'b'])
      await serve(join(bridge.folder, `${name}.sock`), (socket) => socket.end(`this is ${name}`))
    const ran = await inside(
      relay,
      `import { connect } from 'node:net'
       for (const port of [8080, 3128])
         await new Promise((done) => connect(port, '127.0.0.1').on('data', (t) => console.log(String(t))).on('close', done))`,
      { bridge, ports: { 8080: 'a.sock', 3128: 'b.sock' } },
    )
    expect(ran).toMatchObject({ code: 0, stdout: 'this is a\nthis is b\n' })
  })

  it('waits for a slow reader, and holds no more than a little for it', async () => {
    const bridge = makeBridge(relay)
    let sent = 0
    const size = 64 * 1024 * 1024
    await serve(join(bridge.folder, 'a.sock'), (socket) => {
      const more = (): void => {
        while (sent < size) {
          sent += 65_536
          if (!socket.write(Buffer.alloc(65_536))) return void socket.once('drain', more)
        }
        socket.end()
      }
      socket.on('error', () => undefined)
      more()
    })
    const ran = await inside(
      relay,
      `import { connect } from 'node:net'
       const socket = connect(8080, '127.0.0.1')
       socket.pause()
       await new Promise((done) => setTimeout(done, 1500))
       process.exit(3)`,
      { bridge },
    )
    expect(ran.code).toBe(3)
    expect(sent).toBeLessThan(size / 4)
  })

  it('closes a connection to a socket that is gone, or that breaks off', async () => {
    const bridge = makeBridge(relay)
    await serve(join(bridge.folder, 'b.sock'), (socket) => socket.on('error', () => undefined).destroy())
    const ran = await inside(
      relay,
      `import { connect } from 'node:net'
       for (const port of [8080, 3128, 8080])
         await new Promise((done) => connect(port, '127.0.0.1').on('error', () => {}).on('close', () => done(console.log('closed'))))`,
      { bridge, ports: { 8080: 'gone.sock', 3128: 'b.sock' } },
    )
    expect(ran).toMatchObject({ code: 0, stdout: 'closed\nclosed\nclosed\n' })
  })

  it('gives the program its own process: exit code, signals, streams, and no handle more', async () => {
    expect(await shell(relay, 'exit 42')).toMatchObject({ code: 42, survivors: 0 })
    const killed = await shell(relay, 'kill -TERM $$; sleep 5')
    expect(killed.code).toBe(143)
    const look = 'ls /proc/self/fd; grep -i sig[ib] /proc/self/status; cat'
    const without = await runInside(makeFolders(), ['sh', '-c', look])
    expect((await shell(relay, look)).stdout).toBe(without.stdout)
    expect(without.stdout).toContain('SigIgn')
  })

  it('ends with the program, so that its port is free for the next', async () => {
    const bridge = makeBridge(relay)
    await serve(join(bridge.folder, 'a.sock'), (socket) => socket.end('here'))
    const start = quoted(bridge.request({ 8080: 'a.sock' }).entry ?? [])
    const twice = `${start} true && sleep 0.3 && ${start} echo again`
    const ran = await runInside(makeFolders(), ['sh', '-c', twice], {
      request: { bridges: bridge.request({}).bridges ?? [] },
    })
    expect(ran).toMatchObject({ code: 0, stdout: 'again\n', stderr: '' })
  })

  it('says why it does not start a program', async () => {
    const bridge = makeBridge(relay)
    const { bridges = [], entry = [] } = bridge.request({ 8080: 'a.sock' })
    const start = async (arguments_: string) => {
      const script = `${quoted(entry.slice(0, -2))} ${arguments_}`
      const ran = await runInside(makeFolders(), ['sh', '-c', script], { request: { bridges } })
      return [ran.code, ran.stdout, ran.stderr.replace(/^glovebox-relay: /, '')]
    }
    expect(await start('8080=/s -- /nowhere/program')).toEqual([
      127,
      '',
      expect.stringContaining('/nowhere/program does not start'),
    ])
    expect(await start('8080=/s -- /etc/passwd')).toEqual([
      126,
      '',
      expect.stringContaining('does not start'),
    ])
    expect(await start('8080=/s 8080=/s -- true')).toEqual([
      125,
      '',
      expect.stringContaining("port 8080 can't be listened on"),
    ])
    expect(await start('70000=/s -- true')).toEqual([125, '', expect.stringContaining('port 70000')])
    expect(await start('8080=relative -- true')).toEqual([125, '', expect.stringContaining('PORT=')])
    expect(await start('8080=/s')).toEqual([125, '', expect.stringContaining('name a program')])
  })

  it('says so where there is no interpreter for it', async () => {
    const bridge = makeBridge(relay)
    rmSync(join(bridge.folder, `relay.${relay === 'perl' ? 'pl' : 'py'}`))
    const ran = await runInside(makeFolders(), ['true'], { request: bridge.request({ 8080: 'a.sock' }) })
    expect(ran).toMatchObject({ code: 125, stderr: expect.stringContaining('neither perl nor python3') })
  })

  it('is not brought down by what a program sends it', async () => {
    const bridge = makeBridge(relay)
    await serve(join(bridge.folder, 'a.sock'), (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(randomBytes(1000)))
    })
    const ran = await inside(
      relay,
      `import { connect } from 'node:net'
       import { once } from 'node:events'
       // More than it takes at once, some reset in mid-flight.
       const sockets = Array.from({ length: 400 }, () => connect(8080, '127.0.0.1').on('error', () => {}))
       await new Promise((done) => setTimeout(done, 500))
       for (const [index, socket] of sockets.entries()) index % 2 ? socket.resetAndDestroy() : socket.destroy()
       await new Promise((done) => setTimeout(done, 200))
       const last = connect(8080, '127.0.0.1')
       last.write('x')
       let size = 0
       last.on('data', (piece) => { size += piece.length })
       await once(last, 'end')
       console.log(size)`,
      { bridge },
    )
    expect(ran).toMatchObject({ code: 0, stdout: '1000\n' })
  })
})
