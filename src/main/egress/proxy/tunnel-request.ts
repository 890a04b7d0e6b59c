import type { IncomingMessage } from 'node:http'
import { type BufferedConnection, openBuffered } from '../connect/buffered'
import { readAuthority } from '../host/authority'
import { refuseTunnel } from './answer'
import { joinTunnel } from './tunnel'
import { placeOf, type WayOut } from './way-out'

/** Handles a CONNECT: a tunnel to a host that may be reached, or a refusal after which the connection is closed. */
export async function handleConnect(
  way: WayOut,
  request: IncomingMessage,
  client: BufferedConnection,
  head: Buffer,
): Promise<void> {
  const { socket } = client
  const read = readAuthority(request.url ?? '', null)
  const asked = { via: 'tunnel', method: 'CONNECT', ...placeOf(read) } as const
  const place = `${asked.host}:${asked.port}`
  if (!read.ok) return refuseTunnel(client, way.refuse(asked, read.reason), place)
  const opened = way.open(asked, read.authority)
  if (!opened.ok) return refuseTunnel(client, opened.reason, place)
  const { contact } = opened
  const leave = (): void => contact.cut('broken')
  socket.once('close', leave)
  const reached = await way.reach(contact, read.authority, openBuffered)
  socket.removeListener('close', leave)
  if (!reached.ok) return refuseTunnel(client, reached.reason, place)
  const { host, port } = read.authority
  await joinTunnel({
    contact,
    client,
    head,
    server: reached.connection,
    host,
    isStrict: way.tlsPorts.has(port),
    place,
    limits: way.limits,
  })
}
