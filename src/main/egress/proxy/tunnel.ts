import type { Socket } from 'node:net'
import type { BufferedConnection } from '../connect/connection'
import type { LiveContact } from '../contacts/live-contact'
import { pump } from './pump'

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n'

/**
 * Joins a client and the host it asked for until both are done. Bytes are counted, not looked at: what name a client
 * says inside TLS (SNI) is not compared with the host it asked for.
 * `head`: what the client sent behind its request already.
 */
export function joinTunnel(
  contact: LiveContact,
  client: Socket,
  head: Buffer,
  { socket: upstream, flowTo }: BufferedConnection,
  idleMs: number,
): void {
  contact.onCut(() => {
    client.destroy()
    upstream.destroy()
  })
  for (const end of [client, upstream]) {
    end.on('error', () => contact.cut('broken'))
    // A reader that takes nothing more counts as silent, too.
    end.setTimeout(idleMs, () => contact.cut('idle'))
    // Each side may close when both have said their last, and have been heard.
    end.once('close', () => {
      if (!client.readableEnded || !upstream.readableEnded) contact.cut('broken')
      else if (client.destroyed && upstream.destroyed) contact.end(null)
    })
  }
  client.write(established)
  if (head.length > 0 && contact.up(head.length)) upstream.write(head)
  pump(client, upstream, contact.up)
  flowTo(client, contact.down)
}
