import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BoxRequest } from '../../../src/main/sandbox'
import { command } from '../../support/box'
import { openBox, runIn, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'
import { importTools, interpreterFiles } from '../../support/docker/image'
import { closeAll, makeBridge, toClose } from '../../support/egress'

/** Everything the engine must not see, as if it ran on another machine. */
const hidden = realpathSync(mkdtempSync(join(tmpdir(), 'bridge-')))
let engine: TestEngine
const images: Record<string, string> = {}
const node = { programs: ['node'] }
/** What would speak for the script in an image of somebody's. */
const says = (bytes: string) => ({ scripts: { 'usr/bin/perl': `#!/bin/sh\n${bytes}\n` } })
const ready = String.raw`printf 'R\000\000\000\000\000\000\000\001\001'`
beforeAll(async () => {
  engine = await startEngine({ hidden })
  const made = {
    perl: [node, interpreterFiles('perl')],
    python3: [node, interpreterFiles('python3')],
    neither: [],
    garbage: [says('yes')],
    later: [says(`${ready}; sleep 2; exec yes`)],
  }
  for (const [name, more] of Object.entries(made))
    images[name] = await importTools(engine, `test-${name}:1`, more)
}, 240_000)
afterEach(closeAll)
afterAll(async () => {
  await engine.remove()
})

const makeFolders = () => {
  const root = mkdtempSync(join(hidden, 'box-'))
  const [mirrorFolder = '', controlFolder = '', homeFolder = '', outside = ''] = [
    'mirror',
    'control',
    'home',
    'outside',
  ].map((name) => {
    mkdirSync(join(root, name), { mode: 0o700 })
    return join(root, name)
  })
  return { runFolder: root, mirrorFolder, controlFolder, homeFolder, outside }
}

const limits = { memoryBytes: 1024 ** 3, processes: 64, cpuMs: 300_000 }

/** A box in an engine that sees no socket of ours, with a bridge to a server of the test's. */
async function open(
  image: string,
  handle: (socket: Socket) => void,
  { of = engine, more = {} }: { of?: TestEngine; more?: Partial<BoxRequest> } = {},
) {
  const bridge = makeBridge(image === 'python3' ? 'python3' : 'perl')
  const met: Socket[] = []
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    met.push(socket)
    socket.on('error', () => undefined)
    handle(socket)
  })
  server.listen(join(bridge.folder, 'a.sock'))
  await once(server, 'listening')
  toClose({ close: async () => void server.close() })
  const stateFolder = mkdtempSync(join(hidden, 'state-'))
  const ref = of === engine ? (images[image] ?? '') : image
  const backend = testDocker(of, { stateFolder, image: () => ({ type: 'named', ref }) })
  const { bridges = [], entry = [] } = bridge.request({ 8080: 'a.sock' })
  const opened = await openBox(backend, makeFolders(), { bridges, entry, limits, ...more })
  toClose({ close: opened.box.close })
  const script = (text: string): readonly string[] => {
    writeFileSync(join(opened.folders.controlFolder, 'script.mjs'), text)
    return ['/usr/bin/node', join(opened.folders.controlFolder, 'script.mjs')]
  }
  const connections = () =>
    new Promise<number>((done) => server.getConnections((_, count) => done(count ?? -1)))
  return { ...opened, met, script, connections }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Never comes to an end by itself. */
function pourOut(socket: Socket): void {
  const more = (error?: Error | null): void => {
    if (error === undefined || error === null) socket.write(Buffer.alloc(65536), more)
  }
  more()
}

/** Starts what is not waited for; what it printed, and how it ended. */
async function startIn({ folders, box, request }: Opened, args: readonly string[]) {
  const wrapped = await box.wrap(command(folders, args))
  if (!wrapped.ok) throw new Error(wrapped.error.message)
  let text = ''
  const started = await box.startProcess(wrapped.value, {
    runToken: request.token,
    limits: { wallTimeMs: 120_000, outputBytes: 1024 ** 2, idleTimeMs: 120_000 },
    handlers: {
      onLine: (line) => {
        text += `${line}\n`
      },
      onStderr: (line) => {
        text += line
      },
      onLimit: () => undefined,
    },
  })
  if (!started.ok) throw new Error(started.error.message)
  return { process: started.value, text: () => text }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 600; round += 1) {
    if (await holds()) return
    await delay(50)
  }
  throw new Error('it did not come about')
}

const containers = async (): Promise<readonly { readonly Id: string }[]> => {
  const listed = await engine.ask('GET', '/containers/json?all=1')
  return Array.isArray(listed) ? listed : []
}
/** Processes of the one container that is there, by the machine's numbers, whose command has this in it. */
async function processesWith(text: string): Promise<readonly number[]> {
  const [one] = await containers()
  const told = (await engine.ask('GET', `/containers/${one?.Id}/top?ps_args=-eo%20pid,args`)) as {
    readonly Processes: readonly (readonly string[])[]
  }
  return told.Processes.filter(([, args = '']) => args.includes(text)).map(([pid]) => Number(pid))
}

const inEither = `
import { connect } from 'node:net'
import { createHash, randomBytes } from 'node:crypto'
const direct = { path: '/run/glovebox/a.sock' }, byPort = { port: 8080, host: '127.0.0.1' }
const open = (way) => connect({ ...way, allowHalfOpen: true })
`

describe.each(['perl', 'python3'])('a way out over an exec, in an image with %s', (image) => {
  it('carries a hundred connections at once, each end after its bytes', async () => {
    const opened = await open(image, (socket) => socket.pipe(socket))
    const ran = await runIn(
      opened,
      opened.script(`${inEither}
const one = (way) => new Promise((done) => {
  const data = randomBytes(200_000)
  const pieces = []
  const socket = open(way)
  socket.on('data', (piece) => pieces.push(piece)).on('error', () => done(false))
  socket.on('end', () => done(Buffer.concat(pieces).equals(data)))
  socket.end(data)
})
const all = await Promise.all(Array.from({ length: 100 }, (_, at) => one(at % 2 ? direct : byPort)))
console.log(all.filter(Boolean).length)`),
      { wallTimeMs: 120_000 },
    )
    expect(ran).toMatchObject({ code: 0, stdout: '100\n', survivors: 0 })
    expect(opened.met).toHaveLength(100)
    await until(async () => (await opened.connections()) === 0)
  })

  it('carries 50 MB each way at once, every byte as it was', async () => {
    const bytes = 50 * 1024 * 1024
    const opened = await open(image, (socket) => socket.pipe(socket))
    const ran = await runIn(
      opened,
      opened.script(`${inEither}
const [sent, came] = [createHash('sha256'), createHash('sha256')]
const socket = open(direct)
let count = 0
socket.on('data', (piece) => { came.update(piece); count += piece.length })
for (let left = ${bytes}; left > 0; left -= 65536) {
  const piece = randomBytes(65536)
  sent.update(piece)
  if (!socket.write(piece)) await new Promise((done) => socket.once('drain', done))
}
socket.end()
await new Promise((done) => socket.once('close', done))
console.log(count, sent.digest('hex') === came.digest('hex'))`),
      { wallTimeMs: 180_000 },
    )
    expect(ran).toMatchObject({ code: 0, stdout: `${bytes} true\n` })
  })

  it('holds back the sender of one whose reader waits, and no other', async () => {
    const bytes = 20 * 1024 * 1024
    const opened = await open(image, (socket) => socket.end(Buffer.alloc(bytes, 'x')))
    const running = await startIn(
      opened,
      opened.script(`${inEither}
const slow = open(direct)
await new Promise((done) => slow.once('readable', done))
let quick = 0
const other = open(direct)
for await (const piece of other) quick += piece.length
other.end()
console.log('quick', quick)
process.stdin.once('data', async () => {
  let count = 0
  for await (const piece of slow) count += piece.length
  slow.end()
  console.log('slow', count)
  process.exit(0)
})`),
    )
    await until(() => running.text().includes(`quick ${bytes}`))
    const [slow] = opened.met
    // Two sockets' worth of the system's, and the window.
    expect((slow?.bytesWritten ?? 0) - (slow?.writableLength ?? 0)).toBeLessThan(4 * 1024 * 1024)
    running.process.writeLine('go on')
    expect(await running.process.exited).toMatchObject({ code: 0 })
    expect(running.text()).toContain(`slow ${bytes}`)
  })

  it('can be ended by no program inside, and outlives the programs', async () => {
    const opened = await open(image, (socket) => socket.end('hello'))
    expect(await runIn(opened, ['/bin/sh', '-c', 'kill -9 -1; echo alive'])).toMatchObject({ survivors: 0 })
    const ran = await runIn(
      opened,
      opened.script(`${inEither}
for await (const piece of open(byPort)) process.stdout.write(piece)
process.exit(0)`),
    )
    expect(ran.stdout).toBe('hello')
    const [one] = await containers()
    expect(await engine.ask('GET', `/containers/${one?.Id}/json`)).toMatchObject({
      HostConfig: { NetworkMode: 'none' },
    })
  })

  it('ends the program with its script, says why, and brings its work back', async () => {
    const opened = await open(image, (socket) => {
      socket.write('hello')
      socket.resume().once('end', () => socket.destroy())
    })
    const running = await startIn(
      opened,
      opened.script(`${inEither}
import { writeFileSync } from 'node:fs'
writeFileSync('made', 'made')
open(direct).on('data', () => console.log('connected')).on('error', () => undefined)
setInterval(() => undefined, 1000)`),
    )
    await until(() => running.text().includes('connected'))
    for (const pid of await processesWith('glovebox-bridge')) process.kill(pid, 'SIGKILL')
    const exit = await running.process.exited
    expect(exit).toMatchObject({ code: null, error: { code: 'sandbox.lost' } })
    expect(exit.error?.message).toContain('way out')
    expect(JSON.stringify(exit.error?.details)).toContain('137')
    expect(readFileSync(join(opened.folders.mirrorFolder, 'made'), 'utf8')).toBe('made')
    await until(async () => (await opened.connections()) === 0)
    // The next one gets a container and a way out of its own.
    const ran = await runIn(opened, ['/bin/sh', '-c', 'cat made'])
    expect(ran).toMatchObject({ code: 0, stdout: 'made' })
    await opened.box.close()
    expect(await containers()).toEqual([])
  })

  it('goes with its box, in the middle of all', async () => {
    const opened = await open(image, pourOut)
    const running = await startIn(
      opened,
      opened.script(`${inEither}
for (let count = 0; count < 20; count += 1) open(direct).resume().on('error', () => undefined)
console.log('up')
setInterval(() => undefined, 1000)`),
    )
    await until(() => running.text().includes('up') && opened.met.length === 20)
    await opened.box.close()
    expect(await running.process.exited).toMatchObject({ signal: 'SIGKILL' })
    await until(async () => (await opened.connections()) === 0)
    expect(await containers()).toEqual([])
  })

  it('is asked to end with the program and lets it finish', async () => {
    const opened = await open(image, (socket) => socket.end('hello'))
    const running = await startIn(
      opened,
      opened.script(`${inEither}
process.on('SIGINT', async () => {
  for await (const piece of open(direct)) console.log(String(piece))
  process.exit(130)
})
console.log('up')
setInterval(() => undefined, 1000)`),
    )
    await until(() => running.text().includes('up'))
    await running.process.cancel()
    expect(await running.process.exited).toMatchObject({ code: 130, survivors: 0 })
    expect(running.text()).toContain('hello')
  })
})

describe('what speaks in place of the script', () => {
  it('does not start a run, and is quoted', async () => {
    const opened = await open('garbage', () => undefined)
    const wrapped = await opened.box.wrap(command(opened.folders, ['/bin/sh', '-c', 'true']))
    expect(wrapped).toMatchObject({ ok: false, error: { code: 'sandbox.start_failed' } })
    if (!wrapped.ok) expect(wrapped.error.message).toContain('0x79 is no kind of frame')
    expect(await containers()).toEqual([])
  })

  it('ends the run, and is quoted', async () => {
    const opened = await open('later', () => undefined, { more: { entry: [] } })
    const running = await startIn(opened, ['/bin/sh', '-c', 'sleep 600'])
    const exit = await running.process.exited
    expect(exit).toMatchObject({ error: { code: 'sandbox.lost' } })
    expect(JSON.stringify(exit.error)).toContain('0x79 is no kind of frame')
    await opened.box.close()
    expect(await containers()).toEqual([])
    expect(opened.met).toEqual([])
  })

  it('is missed where the image has neither, with the way out in words', async () => {
    const opened = await open('neither', () => undefined)
    const wrapped = await opened.box.wrap(command(opened.folders, ['/bin/sh', '-c', 'true']))
    expect(wrapped.ok || wrapped.error.message).toMatch(/neither perl nor python3.*another image/)
  })
})

it('an engine that is stopped in the middle ends the run, and every connection', async () => {
  const other = await startEngine({ hidden })
  try {
    const image = await importTools(other, 'test-perl:1', [node, interpreterFiles('perl')])
    const opened = await open(image, pourOut, { of: other })
    const running = await startIn(
      opened,
      opened.script(`${inEither}
open(direct).resume().on('error', () => undefined)
console.log('up')
setInterval(() => undefined, 1000)`),
    )
    await until(() => running.text().includes('up') && (opened.met[0]?.bytesWritten ?? 0) > 4 * 1024 ** 2)
    await other.stop('SIGKILL')
    expect(await running.process.exited).toMatchObject({ error: { code: 'sandbox.lost' } })
    await until(async () => (await opened.connections()) === 0)
    await opened.box.close()
  } finally {
    await other.remove()
  }
  expect(existsSync(other.socket)).toBe(false)
})
