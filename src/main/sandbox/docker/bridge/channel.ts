import type { Socket } from 'node:net'
import { type Frame, largestContent } from './frames'

/** One connection of somebody inside, at our end: a socket of the run's and what may be sent either way. */
export type Channel = {
  /** What the other end said of it. In words what is wrong with that; null: nothing. */
  readonly take: (frame: Exclude<Frame, { kind: 'ready' | 'open' }>) => string | null
  /** The next piece of what the socket has to say; null: nothing, or the other end has no room. */
  readonly next: () => Frame | null
}

export type ChannelParts = {
  readonly id: number
  readonly socket: Socket
  readonly windowBytes: number
  /** Sends at once: for what is as short as what it answers. */
  readonly send: (frame: Frame) => void
  /** There may be a piece, to be asked for when there is room. */
  readonly onWaiting: () => void
  /** Both ways have ended, or it broke: the other end says nothing of it any more that matters. */
  readonly onOver: () => void
}

/** `socket` is being connected, and stays half open where one way has ended. */
export function createChannel(parts: ChannelParts): Channel {
  const { id, socket, windowBytes, send } = parts
  /** What the other end has room for. */
  let credit = windowBytes
  /** What came and was not acknowledged, and how much of that the socket has taken. */
  let received = 0
  let taken = 0
  let hasHeardAll = false
  let hasSaidAll = false
  let isOver = false
  const held = holdWrites(socket, (bytes) => {
    taken += bytes
    if (taken < windowBytes / 2 || isOver) return
    send({ kind: 'taken', id, bytes: taken })
    received -= taken
    taken = 0
  })

  const over = (): void => {
    if (isOver) return
    isOver = true
    parts.onOver()
  }
  const fail = (): void => {
    if (!isOver) send({ kind: 'reset', id })
    over()
    socket.destroy()
  }
  socket.on('readable', parts.onWaiting)
  socket.once('end', () => {
    hasSaidAll = true
    if (!isOver) send({ kind: 'end', id })
    if (hasHeardAll) over()
  })
  socket.on('error', fail)
  socket.once('close', () => {
    if (!hasSaidAll || !hasHeardAll) fail()
  })

  return {
    take: (frame) => {
      switch (frame.kind) {
        case 'data':
          received += frame.content.length
          if (hasHeardAll) return 'bytes after the end of a connection'
          if (received > windowBytes) return 'more bytes than there was room for'
          held.write(frame.content)
          return null
        case 'taken':
          credit += frame.bytes
          if (credit > windowBytes) return 'more bytes were taken than were sent'
          parts.onWaiting()
          return null
        case 'end':
          if (hasHeardAll) return 'a connection that ended twice'
          hasHeardAll = true
          held.end()
          if (hasSaidAll) over()
          return null
        case 'reset':
          over()
          socket.destroy()
          return null
      }
    },
    next: () => {
      const bytes = Math.min(credit, largestContent, socket.readableLength)
      // Asked without a size, a socket at its end says so, and an empty one reads on.
      const content: Buffer | null = bytes > 0 ? socket.read(bytes) : null
      if (bytes === 0 && socket.readableLength === 0) socket.read()
      if (content === null || isOver) return null
      credit -= content.length
      return { kind: 'data', id, content }
    },
  }
}

/**
 * Writes to a socket one piece at a time and holds the rest in one piece, so that many small ones cost no more than their
 * bytes. `onTaken`: so many bytes are the system's.
 */
function holdWrites(socket: Socket, onTaken: (bytes: number) => void) {
  let rest = Buffer.alloc(0)
  let restBytes = 0
  let isBusy = false
  let isEnding = false
  const put = (piece: Buffer): void => {
    isBusy = true
    socket.write(piece, (error) => {
      isBusy = false
      if (error !== null && error !== undefined) return
      onTaken(piece.length)
      const next = rest.subarray(0, restBytes)
      rest = Buffer.alloc(0)
      restBytes = 0
      if (next.length > 0) put(next)
      else if (isEnding) socket.end()
    })
  }
  const hold = (piece: Buffer): void => {
    if (restBytes + piece.length > rest.length) {
      const larger = Buffer.alloc(Math.max(2 * rest.length, restBytes + piece.length))
      rest.copy(larger, 0, 0, restBytes)
      rest = larger
    }
    piece.copy(rest, restBytes)
    restBytes += piece.length
  }
  return {
    write: (piece: Buffer): void => {
      if (isBusy) hold(piece)
      else put(Buffer.from(piece))
    },
    end: (): void => {
      isEnding = true
      if (!isBusy) socket.end()
    },
  }
}
