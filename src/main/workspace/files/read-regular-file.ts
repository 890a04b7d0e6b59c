import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** The bytes of a plain file, or null: no plain file, larger than allowed, or gone. Follows no link and waits for no pipe. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = await file.stat()
      if (!stats.isFile() || stats.size > maxBytes) return null
      const room = Buffer.alloc(stats.size)
      const { bytesRead } = await file.read(room, 0, room.length, 0)
      return room.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}
