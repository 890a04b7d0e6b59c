import type { Readable, Writable } from 'node:stream'

/**
 * Bytes that one side may be behind before the other waits. A stream's own mark is one piece, with which each side would
 * stand still while the other works.
 */
const mostKept = 512 * 1024

/**
 * Carries bytes from one end to another no faster than it takes them, and its end after them. `take` counts each piece
 * before it is passed on; false: it is not passed on.
 */
export function pump(from: Readable, to: Writable, take: (bytes: number) => boolean): void {
  from.on('data', (piece: Buffer) => {
    if (take(piece.length) && !to.write(piece) && to.writableLength > mostKept) from.pause()
  })
  to.on('drain', () => from.resume())
  if (from.readableEnded) to.end()
  else from.once('end', () => to.end())
  from.resume()
}
