import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type BoxConnections = { readonly destroyAll: () => void }

/**
 * The connections that a box holds to a proxy of ours, whatever it does with them. One that would be too many is closed
 * without a word and told to `onTooMany`.
 */
export function watchConnections(
  server: Server,
  most: number,
  idleMs: number,
  onTooMany: () => void,
): BoxConnections {
  const open = new Set<Socket>()
  server.maxConnections = most
  // A reader that takes nothing any more, or a sender that stops in mid-request.
  server.setTimeout(idleMs)
  server.on('drop', onTooMany)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
  })
  return {
    destroyAll: () => {
      for (const socket of open) socket.destroy()
    },
  }
}
