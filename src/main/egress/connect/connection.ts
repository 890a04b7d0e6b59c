import { connect, type Socket } from 'node:net'
import type { Writable } from 'node:stream'

export type Place = { readonly host: string; readonly port: number }

/** A connection that is being made; its socket stays half-open when the other side ends. */
export type Connection = { readonly socket: Socket }

/** Begins to make a connection. */
export type OpenConnection<C extends Connection> = (place: Place) => C

const usual = { allowHalfOpen: true, noDelay: true } as const

/** One whose socket is read as a stream. */
export const openStream: OpenConnection<Connection> = (place) => ({ socket: connect({ ...place, ...usual }) })

/** One whose socket is read into a few buffers, used in turn: cheaper than a stream, which makes one for each piece. */
export type BufferedConnection = Connection & {
  /**
   * Carries what comes to another end, no faster than it takes it, and the end of it. `take` is shown each piece before
   * it is passed on, and keeps none; false: it is not passed on. To be called once.
   */
  readonly flowTo: (to: Writable, take: (piece: Uint8Array) => boolean) => void
}

/** Together what one side may be behind before the other waits. */
const bufferBytes = 128 * 1024
const mostBuffers = 4

export const openBuffered: OpenConnection<BufferedConnection> = (place) => {
  const free: Uint8Array[] = []
  let current: Uint8Array = new Uint8Array(0)
  let inUse = 0
  let isWaiting = false
  let passOn: ((whole: Uint8Array, size: number) => void) | null = null
  /** What came before anyone wanted it. */
  let early: { readonly whole: Uint8Array; readonly size: number } | null = null

  const socket = connect({
    ...place,
    ...usual,
    onread: {
      buffer: () => {
        current = free.pop() ?? new Uint8Array(bufferBytes)
        return current
      },
      callback: (size) => {
        inUse += 1
        if (passOn === null) early = { whole: current, size }
        else passOn(current, size)
        isWaiting = passOn === null || inUse >= mostBuffers
        if (isWaiting) socket.pause()
        return !isWaiting
      },
    },
  })
  const goOn = (): void => {
    if (!isWaiting || inUse >= mostBuffers) return
    isWaiting = false
    socket.resume()
  }
  const giveBack = (whole: Uint8Array): void => {
    free.push(whole)
    inUse -= 1
    goOn()
  }
  return {
    socket,
    flowTo: (to, take) => {
      passOn = (whole, size) => {
        const piece = whole.subarray(0, size)
        if (take(piece)) to.write(piece, () => giveBack(whole))
      }
      if (socket.readableEnded) to.end()
      else socket.once('end', () => to.end())
      if (early !== null) passOn(early.whole, early.size)
      goOn()
    },
  }
}
