import { readSync } from 'node:fs'

/** Reads up to `room.length` bytes of an open file into `room`; how many there were. A file that grows is cut off there. */
export function readInto(file: number, room: Uint8Array): number {
  let length = 0
  while (length < room.length) {
    const read = readSync(file, room, length, room.length - length, null)
    if (read === 0) break
    length += read
  }
  return length
}
