import { type BufferedConnection, flow } from '../connect/buffered'
import type { LiveContact } from '../contacts/live-contact'
import { createAnswerWatch } from '../greeting/answer-watch'
import { hearGreeting } from '../greeting/greet'
import { createIntake } from '../greeting/intake'
import type { CanonicalHost } from '../host/canonical-host'
import type { EgressLimits } from '../limits'
import { refuseTunnel } from './answer'

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n'

export type Tunnel = {
  readonly contact: LiveContact
  readonly client: BufferedConnection
  /** What the client sent behind its request already. */
  readonly head: Buffer
  readonly server: BufferedConnection
  readonly host: CanonicalHost
  /** Only TLS that names the host goes through. */
  readonly isStrict: boolean
  /** Named to the client where something goes wrong. */
  readonly place: string
  readonly limits: Pick<EgressLimits, 'greetingMs' | 'idleMs'>
}

/**
 * Joins a client and the host it asked for until both are done. How the client begins is looked at before it is passed
 * on: what names another host is refused. What follows is counted, not looked at.
 */
export async function joinTunnel(tunnel: Tunnel): Promise<void> {
  const { contact, client, head, server, isStrict, limits } = tunnel
  endTogether(tunnel)
  client.socket.write(established)
  const intake = createIntake(client, head)
  const answer = createAnswerWatch(server.socket)
  let isListening = false
  const listen = (): void => {
    if (isListening) return
    isListening = true
    flow(server, client.socket, (piece) => {
      answer.hear(piece)
      return contact.down(piece.length)
    })
  }
  const pass = (bytes: Buffer): void => {
    if (bytes.length > 0 && contact.up(bytes.length)) server.socket.write(bytes)
  }
  // Elsewhere the other side may speak first.
  if (!isStrict) listen()
  const refused = await hearGreeting({
    intake,
    answer,
    host: tunnel.host,
    isStrict,
    timeoutMs: limits.greetingMs,
    onGreeting: contact.beganWith,
    pass: (greeting) => {
      listen()
      pass(greeting)
    },
  })
  if (contact.hasEnded()) return
  if (refused !== null) {
    contact.refuse(refused)
    server.socket.destroy()
    refuseTunnel(client, refused, tunnel.place)
    return
  }
  listen()
  pass(intake.take(intake.held().length))
  flow(client, server.socket, (piece) => contact.up(piece.length))
}

/** What breaks, falls silent or is cut on one side is so on the other. */
function endTogether({ contact, client, server, limits }: Tunnel): void {
  const sockets = [client.socket, server.socket]
  contact.onCut(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) {
    socket.on('error', () => contact.cut('broken'))
    // A reader that takes nothing more counts as silent, too.
    socket.setTimeout(limits.idleMs, () => contact.cut('idle'))
    // Each side may close when both have said their last, and have been heard.
    socket.once('close', () => {
      if (!sockets.every(({ readableEnded }) => readableEnded)) contact.cut('broken')
      else if (sockets.every(({ destroyed }) => destroyed)) contact.end(null)
    })
  }
}
