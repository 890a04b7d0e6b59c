import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ContactReason } from '../../../shared'
import { openStream } from '../connect/connection'
import type { Resolve } from '../connect/find-addresses'
import { reach } from '../connect/reach'
import { secure } from '../connect/secure'
import type { Contacts } from '../contacts/contacts'
import type { LiveContact } from '../contacts/live-contact'
import type { Address } from '../host/address'
import { type AddressClass, addressClass } from '../host/address-class'
import type { EgressLimits } from '../limits'
import { refuseRequest } from '../proxy/answer'
import { countOf, type PassedHead, passedHead } from '../proxy/headers'
import { passRequest } from '../proxy/pass-request'
import type { ApiEndpoint } from './provider-api'
import type { Upstream } from './upstream'

export type RequestHandlerDeps = {
  readonly upstream: Upstream
  readonly endpoints: readonly ApiEndpoint[]
  readonly inject: () => Promise<Readonly<Record<string, string>>>
  readonly trusted: string | null
  readonly limits: EgressLimits
  readonly resolve: Resolve
  readonly contacts: Contacts
}

/** Headers that could carry a key of the box's own, or tell it what the provider keeps about the user. */
const keyHeaders = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie', 'cookie2']
const accountHeaders: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2', 'alt-svc'])

/** Where a user's own provider may be: on the machine, on the network; never where a cloud hands out credentials. */
const reachable: ReadonlySet<AddressClass> = new Set(['public', 'loopback', 'private', 'shared'])

/** Passes requests for the API's endpoints on, with the key; refuses the rest. */
export function createRequestHandler(deps: RequestHandlerDeps) {
  const { upstream, limits, contacts } = deps
  const { host, port } = upstream.authority
  const place = `${host.text}:${port}`
  const endpoints = new Set(deps.endpoints.map(({ method, path }) => `${method} ${upstream.base}${path}`))

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? ''
    const path = request.url ?? ''
    // Claude Code warms its connection up so; there is none to warm.
    if (method === 'HEAD' && path === '/') {
      response.writeHead(200).end()
      return
    }
    const asked = { via: 'provider', method, host: host.text, port } as const
    const refuse = (reason: ContactReason): void =>
      refuseRequest(response, contacts.refuse(asked, reason), place)
    if (!/^\/[\x21\x22\x24-\x7e]*$/.test(path) || countOf(request, 'host') !== 1)
      return refuse('malformed_request')
    if (!endpoints.has(`${method} ${path.replace(/\?.*$/s, '')}`)) return refuse('path_not_listed')
    const opened = contacts.open(asked, () => true)
    if (!opened.ok) return refuseRequest(response, opened.reason, place)

    const { contact } = opened
    const leave = (): void => contact.cut('broken')
    response.once('close', leave)
    const prepared = await prepare(deps, contact, request)
    response.removeListener('close', leave)
    if (!prepared.ok) {
      contact.end(prepared.reason)
      return refuseRequest(response, prepared.reason, place)
    }
    passRequest({
      contact,
      request,
      response,
      upstream: prepared.connection,
      path,
      head: prepared.head,
      place,
      idleMs: limits.idleMs,
      bodyBytes: limits.bodyBytes,
      isDropped: (name) => accountHeaders.has(name),
    })
  }
}

type Prepared =
  | { readonly ok: true; readonly head: PassedHead; readonly connection: Socket }
  | { readonly ok: false; readonly reason: ContactReason }

/** The head with the key in it, and a connection to who may read it. */
async function prepare(
  { upstream, inject, trusted, limits, resolve }: RequestHandlerDeps,
  contact: LiveContact,
  request: IncomingMessage,
): Promise<Prepared> {
  const added = await inject().catch(() => null)
  if (added === null) return { ok: false, reason: 'no_sign_in' }
  const dropped = new Set(['host', ...keyHeaders, ...Object.keys(added).map((name) => name.toLowerCase())])
  const passed = passedHead(request, (name) => dropped.has(name))
  if (passed === null) return { ok: false, reason: 'malformed_request' }
  const reached = await reach(contact, upstream.authority, openStream, { resolve, limits, refusesAddress })
  if (!reached.ok) return reached
  const head = {
    ...passed,
    headers: ['Host', upstream.hostHeader, ...passed.headers, ...Object.entries(added).flat()],
  }
  const { socket } = reached.connection
  if (!upstream.isSecure) return { ok: true, head, connection: socket }
  contact.onCut(() => socket.destroy())
  const { host } = upstream.authority
  const connection = await secure(socket, { host, trusted, timeoutMs: limits.connectMs })
  return connection === null ? { ok: false, reason: 'connect_failed' } : { ok: true, head, connection }
}

function refusesAddress(_authority: unknown, address: Address): ContactReason | null {
  return reachable.has(addressClass(address)) ? null : 'address_refused'
}
