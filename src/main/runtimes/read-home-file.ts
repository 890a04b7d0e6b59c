import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** No file of a user's settings or sign-in is larger. */
const maxBytes = 1024 * 1024

/** Never waits for a pipe's other end, never makes a terminal ours. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/**
 * The bytes of a file in the user's home: the one way in which runtimes read there. Null: not there, no plain file,
 * above 1 MB, or not to be read. A link to a plain file counts as one, since people keep their settings elsewhere and
 * link to them; a pipe, a socket or a device is let go again at once, as waiting for it would stop every other read.
 */
export async function readHomeFile(path: string): Promise<Buffer | null> {
  try {
    const file = await open(path, flags)
    try {
      const stats = await file.stat()
      if (!stats.isFile() || stats.size > maxBytes) return null
      const room = Buffer.alloc(stats.size)
      let length = 0
      while (length < room.length) {
        const { bytesRead } = await file.read(room, length, room.length - length, length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      return room.subarray(0, length)
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}
