import type { Socket } from 'node:net'
import type { BufferedConnection } from '../connect/connection'
import type { LiveContact } from '../contacts/live-contact'
import { createAnswerWatch } from '../greeting/answer-watch'
import { hearGreeting } from '../greeting/greet'
import { createIntake } from '../greeting/intake'
import type { CanonicalHost } from '../host/canonical-host'
import type { EgressLimits } from '../limits'
import { refuseTunnel } from './answer'
import { pump } from './pump'

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n'

export type Tunnel = {
  readonly contact: LiveContact
  readonly client: Socket
  /** What the client sent behind its request already. */
  readonly head: Buffer
  readonly connection: BufferedConnection
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
  const { contact, client, head, isStrict, limits, connection } = tunnel
  const { socket: upstream, flowTo } = connection
  endTogether(tunnel)
  client.write(established)
  const intake = createIntake(client, head)
  const answer = createAnswerWatch(upstream)
  let isListening = false
  const listen = (): void => {
    if (isListening) return
    isListening = true
    flowTo(client, (piece) => {
      answer.hear(piece)
      return contact.down(piece.length)
    })
  }
  const pass = (bytes: Buffer): void => {
    if (bytes.length > 0 && contact.up(bytes.length)) upstream.write(bytes)
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
  intake.stop()
  if (contact.hasEnded()) return
  if (refused !== null) {
    contact.refuse(refused)
    upstream.destroy()
    refuseTunnel(client, refused, tunnel.place)
    return
  }
  listen()
  pass(intake.take(intake.held().length))
  pump(client, upstream, contact.up)
}

/** What breaks, falls silent or is cut on one side is so on the other. */
function endTogether({ contact, client, connection, limits }: Tunnel): void {
  const { socket: upstream } = connection
  contact.onCut(() => {
    client.destroy()
    upstream.destroy()
  })
  for (const end of [client, upstream]) {
    end.on('error', () => contact.cut('broken'))
    // A reader that takes nothing more counts as silent, too.
    end.setTimeout(limits.idleMs, () => contact.cut('idle'))
    // Each side may close when both have said their last, and have been heard.
    end.once('close', () => {
      if (!client.readableEnded || !upstream.readableEnded) contact.cut('broken')
      else if (client.destroyed && upstream.destroyed) contact.end(null)
    })
  }
}
