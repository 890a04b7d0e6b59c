import { connect, type OnReadOpts, Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { OpenConnection } from './connection'

/** Takes a piece of what comes. `done` gives its memory back, to be written over. */
export type Consume = (piece: Uint8Array, done: () => void) => void

/**
 * A connection whose socket is read into a few buffers, used in turn. A stream makes a new one for each piece: most of
 * what carrying bytes costs is then the system's giving and taking of memory.
 */
export type BufferedConnection = {
  readonly socket: Socket
  /** Who takes what comes, from now on. While too much is not given back nothing more is read. */
  readonly readBy: (consume: Consume) => void
}

/** Together what one side may be behind before the other waits. */
const bufferBytes = 128 * 1024
const mostBuffers = 4

/** Begins to make a connection that is read so. */
export const openBuffered: OpenConnection<BufferedConnection> = (place) =>
  buffered((onread) => connect({ ...place, allowHalfOpen: true, noDelay: true, onread }))

/**
 * Has a connection that a server accepted read so, too; null: it is gone. The socket that it had is closed by this, and
 * must not have been read beyond what the caller knows of. Node lets only who opens a connection choose how it is read,
 * so what is beneath the socket, which Node does not document, moves to another one.
 */
export function takeOver(accepted: Socket): BufferedConnection | null {
  const handle: unknown = Reflect.get(accepted, '_handle')
  if (typeof handle !== 'object' || handle === null) return null
  Reflect.set(accepted, '_handle', null)
  accepted.destroy()
  return buffered((onread) => {
    const options = { handle, onread, allowHalfOpen: true }
    return new Socket(options)
  })
}

function buffered(open: (onread: OnReadOpts) => Socket): BufferedConnection {
  const free: Uint8Array[] = []
  let current: Uint8Array = new Uint8Array(0)
  let inUse = 0
  let isWaiting = false
  let consume: Consume | null = null
  /** What came before anyone wanted it. */
  let early: { readonly whole: Uint8Array; readonly size: number } | null = null

  const goOn = (): void => {
    if (!isWaiting || inUse >= mostBuffers) return
    isWaiting = false
    socket.resume()
  }
  const give = (to: Consume, whole: Uint8Array, size: number): void =>
    to(whole.subarray(0, size), () => {
      free.push(whole)
      inUse -= 1
      goOn()
    })
  const socket = open({
    buffer: () => {
      current = free.pop() ?? new Uint8Array(bufferBytes)
      return current
    },
    callback: (size) => {
      inUse += 1
      if (consume === null) early = { whole: current, size }
      else give(consume, current, size)
      isWaiting = consume === null || inUse >= mostBuffers
      if (isWaiting) socket.pause()
      return !isWaiting
    },
  })
  return {
    socket,
    readBy: (next) => {
      consume = next
      const came = early
      early = null
      if (came !== null) give(next, came.whole, came.size)
      goOn()
    },
  }
}

/** Reads on, so that the other side can go on, and keeps nothing. */
export const ignore = ({ readBy }: BufferedConnection): void => readBy((_piece, done) => done())

/**
 * Carries what comes to another end, no faster than it takes it, and the end of it. `take` is shown each piece before it
 * is passed on, and keeps none; false: it is not passed on.
 */
export function flow(
  { socket: from, readBy }: BufferedConnection,
  to: Writable,
  take: (piece: Uint8Array) => boolean,
): void {
  readBy((piece, done) => {
    if (take(piece)) to.write(piece, done)
    else done()
  })
  if (from.readableEnded) to.end()
  else from.once('end', () => to.end())
}
