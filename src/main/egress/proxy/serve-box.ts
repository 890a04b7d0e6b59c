import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { ok, type Result } from '../../../shared'
import { type BufferedConnection, takeOver } from '../connect/buffered'
import type { ContactRequest } from '../contacts/contact'
import type { Contacts } from '../contacts/contacts'
import type { EgressLimits } from '../limits'
import { refuseConnection } from './answer'
import { listenOnSocket } from './socket-server'

export type BoxServerDeps = {
  /** Of a socket that is not there yet, in a folder that only this user can change. The socket is the session's identity. */
  readonly socketPath: string
  readonly socketMode: number
  readonly limits: EgressLimits
  readonly contacts: Contacts
  /** What is told of a contact that did not say what it wants. */
  readonly nobody: ContactRequest
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** A CONNECT; `head`: what came behind it already. */
  readonly onConnect: (request: IncomingMessage, client: BufferedConnection, head: Buffer) => Promise<void>
}

export type BoxServer = {
  /** Cuts every contact, closes every connection, removes the socket. May be asked twice. */
  readonly close: () => Promise<void>
}

/**
 * Listens to a box on a socket of its own. What is no HTTP is refused and recorded; connections are bounded, also those
 * that ask for nothing, and closed when they are silent for too long.
 */
export async function serveBox(deps: BoxServerDeps): Promise<Result<BoxServer>> {
  const { limits, contacts, nobody } = deps
  const listening = await listenOnSocket(deps.socketPath, deps.socketMode, limits)
  if (!listening.ok) return listening
  const { server, close } = listening.value

  const open = new Set<Socket>()
  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
  }
  // A kept connection is no contact, so there may be more of them.
  const mostOpen = 2 * limits.connections
  server.on('connection', (socket) => {
    if (open.size < mostOpen) return keep(socket)
    contacts.refuse(nobody, 'connections_limit')
    socket.destroy()
  })
  // A reader that takes nothing any more, or a sender that stops in mid-request.
  server.setTimeout(limits.idleMs)

  server.on('request', (request, response) => void deps.onRequest(request, response))
  server.on('connect', (request, client, head) => {
    // Always a socket where the server listens on one; the type leaves room for other servers.
    const taken = client instanceof Socket ? takeOver(client) : null
    if (taken === null) return void client.destroy()
    keep(taken.socket)
    void deps.onConnect(request, taken, head)
  })
  server.on('clientError', (_error, client) => {
    if (client.destroyed || !client.writable) return
    refuseConnection(client, contacts.refuse(nobody, 'malformed_request'), 'something')
  })

  return ok({
    close: async () => {
      contacts.shut()
      const closed = close()
      for (const socket of open) socket.destroy()
      await closed
    },
  })
}
