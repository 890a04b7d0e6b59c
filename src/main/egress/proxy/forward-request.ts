import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContactReason } from '../../../shared'
import { openStream } from '../connect/connection'
import { hostHeader, readAuthority, splitTarget } from '../host/authority'
import { refuseRequest } from './answer'
import { countOf, passedHead } from './headers'
import { passRequest } from './pass-request'
import { placeOf, type WayOut } from './way-out'

const usualPort = 80

/** Handles a plain HTTP request in absolute form. Each is judged for itself, also where many share a connection. */
export async function handleForward(
  way: WayOut,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = splitTarget(request.url ?? '')
  const read = readAuthority(target?.authority ?? '', usualPort)
  const asked = { via: 'http', method: request.method ?? '', ...placeOf(read) } as const
  const place = `${asked.host}:${asked.port}`
  const refuse = (reason: ContactReason): void => refuseRequest(response, way.refuse(asked, reason), place)
  const head = passedHead(request, (name) => name === 'host')
  if (target === null || head === null || countOf(request, 'host') !== 1) return refuse('malformed_request')
  if (!read.ok) return refuse(read.reason)
  const opened = way.open(asked, read.authority)
  if (!opened.ok) return refuseRequest(response, opened.reason, place)
  const { contact } = opened
  const leave = (): void => contact.cut('broken')
  response.once('close', leave)
  const reached = await way.reach(contact, read.authority, openStream)
  response.removeListener('close', leave)
  if (!reached.ok) return refuseRequest(response, reached.reason, place)
  passRequest({
    contact,
    request,
    response,
    upstream: reached.connection.socket,
    path: target.path,
    // Written by us, whatever the client's own `Host` says.
    head: { ...head, headers: ['Host', hostHeader(read.authority, usualPort), ...head.headers] },
    place,
    idleMs: way.limits.idleMs,
    bodyBytes: way.limits.bodyBytes,
  })
}
