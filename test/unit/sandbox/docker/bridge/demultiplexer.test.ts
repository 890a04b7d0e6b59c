import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createDemultiplexer } from '../../../../../src/main/sandbox/docker/bridge/demultiplexer'
import {
  createFrameReader,
  encodeFrame,
  type Frame,
  largestContent,
} from '../../../../../src/main/sandbox/docker/bridge/frames'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const limits = { windowBytes: 32 * 1024, connections: 3, waitingBytes: 1024 }

/** Waits for what comes about in a moment. */
async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 1000; round += 1) {
    if (holds()) return
    await delay(5)
  }
  throw new Error('it did not come about')
}

/** Our end with one socket to a server of the test's, and the other end played by the test. */
async function start({ folder = mkdtempSync(join(tmpdir(), 'bridge-')) } = {}) {
  const path = join(folder, 's')
  const met: Socket[] = []
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined)
    met.push(socket)
  })
  // Node cuts off what is too long.
  const handle = openSync(folder, 'r')
  server.listen(`/proc/self/fd/${handle}/s`)
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of met) socket.destroy()
    server.close(() => closeSync(handle))
  })
  const said: Frame[] = []
  const reader = createFrameReader()
  let release: (() => void) | null = null
  let isHeld = false
  const input = new Writable({
    highWaterMark: 1,
    write: (bytes: Buffer, _, done) => {
      said.push(...reader.read(bytes).frames)
      if (isHeld) release = done
      else done()
    },
  })
  const output = new PassThrough()
  const end = createDemultiplexer({ input, output, sockets: [path, '/nonexistent/socket'], limits })
  closing.push(end.close)
  const say = (...frames: readonly Frame[]) => output.write(Buffer.concat(frames.map(encodeFrame)))
  return {
    ...{ end, met, said, output, input, server, say },
    opened: (id: number): void => {
      say({ kind: 'open', id, socket: 0 })
    },
    /** Of these kinds, what was said to the inside. */
    heard: <K extends Frame['kind']>(kind: K): readonly Extract<Frame, { kind: K }>[] =>
      said.filter((frame): frame is Extract<Frame, { kind: K }> => frame.kind === kind),
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      release?.()
    },
  }
}
const data = (id: number, content: string | Buffer): Frame => ({
  kind: 'data',
  id,
  content: Buffer.from(content),
})
const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

describe('our end of a bridge', () => {
  it('is ready when the other end says so', async () => {
    const { end, say } = await start()
    say({ kind: 'ready' })
    await end.ready
  })

  it('connects, carries both ways, and each end by itself', async () => {
    const { say, opened, met, heard, end } = await start()
    say({ kind: 'ready' })
    opened(0)
    say(data(0, 'a question'), { kind: 'end', id: 0 })
    await until(() => met.length === 1)
    const [socket] = met
    if (socket === undefined) throw new Error('unreachable')
    expect(await readAll(socket)).toBe('a question')
    socket.end('an answer')
    await until(() => heard('end').length === 1)
    expect(Buffer.concat(heard('data').map(({ content }) => content)).toString()).toBe('an answer')
    await until(() => socket.destroyed)
    expect(heard('reset')).toEqual([])
    // What was over is not known any more, and no harm.
    say({ kind: 'reset', id: 0 }, { kind: 'taken', id: 0, bytes: 9 })
    end.close()
    expect(await end.ended).toBeNull()
  })

  it('connects to a socket whose path has no room in a name, and keeps no handle of it', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'bridge-')), 'a'.repeat(100))
    mkdirSync(folder)
    const { say, met } = await start({ folder })
    say({ kind: 'ready' })
    const handles = () => readdirSync('/proc/self/fd').length
    const before = handles()
    const ids = [0, 1, 2]
    say(...ids.map((id): Frame => ({ kind: 'open', id, socket: 0 })))
    await until(() => met.length === 3)
    say(...ids.map((id): Frame => ({ kind: 'reset', id })))
    for (const socket of met) socket.destroy()
    await until(() => handles() <= before)
  })

  it('says where nobody listens, and breaks what broke', async () => {
    const { say, opened, met, heard, said } = await start()
    say({ kind: 'ready' }, { kind: 'open', id: 0, socket: 1 })
    await until(() => heard('reset').length === 1)
    opened(1)
    opened(2)
    await until(() => met.length === 2)
    met[0]?.destroy()
    await until(() => said.length >= 2)
    say({ kind: 'reset', id: 2 })
    const second = met[1]
    second?.resume()
    await until(() => second?.destroyed === true || second?.readableEnded === true)
  })

  it('sends no more than the other end has room for, and goes on when there is room', async () => {
    const { say, opened, met, heard } = await start()
    say({ kind: 'ready' })
    opened(0)
    await until(() => met.length === 1)
    met[0]?.write(Buffer.alloc(5 * limits.windowBytes))
    const sent = () => heard('data').reduce((sum, { content }) => sum + content.length, 0)
    await until(() => sent() === limits.windowBytes)
    await delay(50)
    expect(sent()).toBe(limits.windowBytes)
    expect(Math.max(...heard('data').map(({ content }) => content.length))).toBe(largestContent)
    say({ kind: 'taken', id: 0, bytes: 1000 })
    await until(() => sent() === limits.windowBytes + 1000)
  })

  it('waits for the exec, and lets each connection speak in turn', async () => {
    const { say, opened, met, heard, hold, release } = await start()
    say({ kind: 'ready' })
    opened(0)
    opened(1)
    await until(() => met.length === 2)
    hold()
    for (const socket of met) socket.write(Buffer.alloc(2 * largestContent))
    await until(() => heard('data').length === 1)
    await delay(50)
    expect(heard('data')).toHaveLength(1)
    release()
    await until(() => heard('data').length >= 4)
    const ids = heard('data').map((frame) => frame.id)
    expect(new Set(ids.slice(0, 3)).size).toBe(2)
  })

  it('says that bytes were taken only when the socket took them', async () => {
    const { say, opened, met, heard, end } = await start()
    say({ kind: 'ready' })
    opened(0)
    await until(() => met.length === 1)
    // More than the system holds for a socket whose reader waits.
    const piece = data(0, Buffer.alloc(largestContent))
    let sent = 0
    const room = (): number =>
      limits.windowBytes - sent + heard('taken').reduce((sum, { bytes }) => sum + bytes, 0)
    for (let round = 0; round < 200; round += 1) {
      if (room() >= largestContent) {
        say(piece)
        sent += largestContent
      }
      await delay(1)
    }
    const held = sent
    await delay(50)
    expect(room()).toBeLessThan(largestContent)
    let got = 0
    met[0]?.on('data', (chunk: Buffer) => {
      got += chunk.length
    })
    met[0]?.resume()
    await until(() => got === held)
    say(...Array.from({ length: 10_000 }, () => data(0, 'x')))
    await until(() => got === held + 10_000)
    end.close()
  })

  it('refuses one connection more than it holds, and takes the next once one is closed', async () => {
    const { say, opened, met, heard } = await start()
    say({ kind: 'ready' })
    for (const id of [0, 1, 2, 3]) opened(id)
    await until(() => heard('reset').length === 1)
    expect(heard('reset')).toEqual([{ kind: 'reset', id: 3 }])
    await until(() => met.length === 3)
    say({ kind: 'reset', id: 1 })
    await delay(50)
    opened(4)
    await until(() => met.length === 4)
    expect(heard('reset')).toHaveLength(1)
  })

  it('reads no more while what it answers is not taken', async () => {
    const { say, hold, output, heard, release } = await start()
    say({ kind: 'ready' })
    hold()
    const opens = Array.from({ length: 2000 }, (_, id): Frame => ({ kind: 'open', id, socket: 1 }))
    for (const frame of opens) say(frame)
    await delay(100)
    expect(output.isPaused()).toBe(true)
    expect(heard('reset').length).toBeLessThan(2000)
    release()
    await until(() => heard('reset').length === 2000)
  })

  const open: Frame = { kind: 'open', id: 5, socket: 0 }
  it.each<readonly [string, readonly Frame[], string]>([
    ['a connection before it was ready', [open], 'before it was ready'],
    ['ready twice', [{ kind: 'ready' }, { kind: 'ready' }], 'twice'],
    ['a number twice', [{ kind: 'ready' }, open, open], 'opened twice'],
    ['a number downwards', [{ kind: 'ready' }, open, { ...open, id: 4 }], 'opened twice'],
    ['a socket that is none', [{ kind: 'ready' }, { ...open, socket: 2 }], 'no socket 2'],
    ['bytes of nothing', [{ kind: 'ready' }, data(7, 'x')], 'never opened'],
    ['bytes after the end', [{ kind: 'ready' }, open, { kind: 'end', id: 5 }, data(5, 'x')], 'after the end'],
    ['two ends', [{ kind: 'ready' }, open, { kind: 'end', id: 5 }, { kind: 'end', id: 5 }], 'ended twice'],
    ['room from nowhere', [{ kind: 'ready' }, open, { kind: 'taken', id: 5, bytes: 1 }], 'than were sent'],
    [
      'more than there is room for',
      [{ kind: 'ready' }, open, ...[0, 1, 2].map(() => data(5, Buffer.alloc(largestContent)))],
      'room',
    ],
  ])('%s ends it, in words, with all its connections', async (_, frames, words) => {
    const { say, end, met, server } = await start()
    say(...frames)
    expect(await end.ended).toContain(words)
    const left = () => new Promise<number>((done) => server.getConnections((__, count) => done(count)))
    for (let round = 0; round < 200 && (await left()) > 0; round += 1) {
      for (const socket of met) socket.resume().end()
      await delay(5)
    }
    expect(await left()).toBe(0)
  })

  it('takes anything at all without harm', async () => {
    const letters = fc.constantFrom(...'RODTEX?').map((letter) => letter.charCodeAt(0))
    const likely = fc
      .tuple(letters, fc.nat(3), fc.constantFrom(0, 1, 4, 20), fc.uint8Array({ maxLength: 20 }))
      .map(([letter, id, length, content]) =>
        Buffer.concat([Buffer.of(letter, 0, 0, 0, id, 0, 0, 0, length), content]),
      )
    const anything = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(likely, anything), { maxLength: 12 }), async (pieces) => {
        const input = new PassThrough().resume()
        const output = new PassThrough()
        const end = createDemultiplexer({ input, output, sockets: ['/nonexistent/socket'], limits })
        for (const piece of pieces) output.write(piece)
        output.end()
        const problem = await end.ended
        expect(problem === null || problem.length > 5).toBe(true)
      }),
    )
  })

  it.each(['input', 'output'] as const)('ends with its %s, and closes all', async (which) => {
    const parts = await start()
    parts.say({ kind: 'ready' })
    parts.opened(0)
    await until(() => parts.met.length === 1)
    parts[which].destroy()
    expect(await parts.end.ended).toBeNull()
    parts.met[0]?.resume()
    await until(() => parts.met[0]?.readableEnded === true || parts.met[0]?.destroyed === true)
  })
})
