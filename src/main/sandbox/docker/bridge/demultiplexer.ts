import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { type Channel, createChannel } from './channel'
import { connectSocket } from './connect-socket'
import { createFrameReader, encodeFrame, type Frame } from './frames'
import { type BridgeLimits, bridgeLimits } from './limits'

export type DemultiplexerParts = {
  /** To the script inside, and from it. */
  readonly input: Writable
  readonly output: Readable
  /** Unix sockets of this machine, by their paths; the other end knows them by their place in this list. */
  readonly sockets: readonly string[]
  readonly limits?: BridgeLimits
}

export type Demultiplexer = {
  /** The other end listens. Does not resolve where it never does: see `ended`. */
  readonly ready: Promise<void>
  /**
   * Nothing goes through any more, and every connection is closed. What was wrong with what came, in words; null: it was
   * closed, or nothing more comes.
   */
  readonly ended: Promise<string | null>
  /** Closes all connections. May be asked twice. */
  readonly close: () => void
}

/**
 * Our end of a bridge: connects what is opened inside to the sockets, and those alone. What comes from inside may be
 * anything; whatever is none of the frames that may come at that moment ends the bridge, and nothing else.
 */
export function createDemultiplexer(parts: DemultiplexerParts): Demultiplexer {
  const { input, output, sockets, limits = bridgeLimits } = parts
  const reader = createFrameReader()
  const channels = new Map<number, Channel>()
  /** Those with something to say, in turn. */
  const waiting = new Set<Channel>()
  let lastId = -1
  /** Those that are not closed, of connections that are over too: what they hold is not given back before. */
  const open = new Set<Socket>()
  let isReady = false
  let isOver = false
  let sayReady = (): void => undefined
  const ready = new Promise<void>((resolve) => {
    sayReady = resolve
  })
  let sayEnded = (_problem: string | null): void => undefined
  const ended = new Promise<string | null>((resolve) => {
    sayEnded = resolve
  })

  const finish = (problem: string | null): void => {
    if (isOver) return
    isOver = true
    for (const socket of open) socket.destroy()
    channels.clear()
    waiting.clear()
    sayEnded(problem)
  }
  const send = (frame: Frame): void => {
    if (isOver) return
    input.write(encodeFrame(frame))
    if (input.writableNeedDrain && input.writableLength > limits.waitingBytes) output.pause()
  }
  const pump = (): void => {
    for (;;) {
      if (isOver || input.writableNeedDrain) return
      const [channel] = waiting
      if (channel === undefined) return
      waiting.delete(channel)
      const frame = channel.next()
      if (frame === null) continue
      send(frame)
      waiting.add(channel)
    }
  }
  const join = (id: number, path: string): void => {
    const socket = open.size < limits.connections ? connectSocket(path) : null
    if (socket === null) {
      send({ kind: 'reset', id })
      return
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const channel = createChannel({
      id,
      socket,
      windowBytes: limits.windowBytes,
      send,
      onWaiting: () => {
        waiting.add(channel)
        pump()
      },
      onOver: () => {
        channels.delete(id)
        waiting.delete(channel)
      },
    })
    channels.set(id, channel)
  }
  /** In words what is wrong with a frame; null: nothing. */
  const take = (frame: Frame): string | null => {
    if (frame.kind === 'ready') {
      if (isReady) return 'it was ready twice'
      isReady = true
      sayReady()
      return null
    }
    if (!isReady) return 'a connection before it was ready'
    if (frame.kind !== 'open') {
      const channel = channels.get(frame.id)
      if (channel !== undefined) return channel.take(frame)
      // On its way while the connection broke at our end.
      return frame.id <= lastId ? null : 'a connection that was never opened'
    }
    if (frame.id <= lastId) return 'a connection that was opened twice'
    const path = sockets[frame.socket]
    if (path === undefined) return `there is no socket ${frame.socket}`
    lastId = frame.id
    join(frame.id, path)
    return null
  }

  input.on('drain', () => {
    pump()
    output.resume()
  })
  output.on('data', (bytes: Buffer) => {
    if (isOver) return
    const { frames, problem } = reader.read(bytes)
    for (const frame of frames) {
      const wrong = take(frame)
      if (wrong !== null) return finish(wrong)
    }
    if (problem !== null) finish(problem)
  })
  const gone = (): void => finish(null)
  for (const stream of [input, output]) stream.on('error', gone).once('close', gone)
  output.once('end', gone)
  return { ready, ended, close: gone }
}
