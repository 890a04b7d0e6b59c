import { closeSync, constants, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'

/** Longest path that a socket's name has room for (`sun_path`, with its closing NUL). */
const longestPath = process.platform === 'linux' ? 107 : 103

/**
 * A connection to a unix socket, half open where one way has ended. A path that is too long for a socket's name starts at
 * its folder, held open meanwhile. Null: there is no such folder.
 */
export function connectSocket(path: string): Socket | null {
  if (Buffer.byteLength(path) <= longestPath || process.platform !== 'linux')
    return connect({ path, allowHalfOpen: true })
  try {
    const handle = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    const socket = connect({ path: join(`/proc/self/fd/${handle}`, basename(path)), allowHalfOpen: true })
    const release = (): void => {
      socket.off('connect', release).off('close', release)
      closeSync(handle)
    }
    return socket.once('connect', release).once('close', release)
  } catch {
    return null
  }
}
