import type { IncomingMessage, ServerResponse } from 'node:http'
import { failure, ok, type Result } from '../../../shared'
import { type Resolve, resolveBySystem } from '../connect/find-addresses'
import { reach } from '../connect/reach'
import { secure } from '../connect/secure'
import type { ContactEvent, ContactReason } from '../contacts/contact'
import { type ContactTotals, createContacts } from '../contacts/contacts'
import { type AddressClass, addressClass } from '../host/address-class'
import type { Authority } from '../host/authority'
import { canonicalHost, hostInUrl } from '../host/canonical-host'
import { defaultEgressLimits, type EgressLimits } from '../limits'
import { refuseConnection, refuseRequest } from '../proxy/answer'
import { watchConnections } from '../proxy/box-connections'
import { countOf, passedHead } from '../proxy/headers'
import { passRequest } from '../proxy/pass-request'
import { listenOnSocket } from '../proxy/socket-server'
import type { ProviderApi } from './provider-api'

export type ProviderProxyDeps = {
  /** Of a socket that is not there yet, in a folder that only this user can change. */
  readonly socketPath: string
  readonly socketMode?: number
  /** The provider's base address: https, or http for a model on this machine or network. The user's word, not the box's. */
  readonly upstream: URL
  readonly api: ProviderApi
  /** The key's headers, read for each request so that it is kept nowhere; rejecting refuses the request. */
  readonly inject: () => Promise<Readonly<Record<string, string>>>
  /** More certificates to trust, PEM. */
  readonly trusted?: string | null
  readonly limits?: EgressLimits
  readonly resolve?: Resolve
  readonly now: () => number
  /** Must have stored the event when it returns; if it throws, nothing more gets through. */
  readonly onContact: (event: ContactEvent) => void
}

export type ProviderProxy = {
  readonly totals: () => ContactTotals
  readonly close: () => Promise<void>
}

/** Headers that could carry a key of the box's own, or tell it what the provider keeps about the user. */
const keyHeaders = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie', 'cookie2']
const accountHeaders: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2', 'alt-svc'])

/** Where a user's own provider may be: on the machine, on the network; never where a cloud hands out credentials. */
const reachable: ReadonlySet<AddressClass> = new Set(['public', 'loopback', 'private', 'shared'])

/**
 * A way from a box to one model provider that needs no key inside: requests for the API's own endpoints go on with the
 * key added here, outside; everything else is refused. On a unix socket of its own. Fails with policy.invalid (an
 * address that is no base) or sandbox.start_failed.
 */
export async function createProviderProxy(deps: ProviderProxyDeps): Promise<Result<ProviderProxy>> {
  const { limits = defaultEgressLimits, resolve = resolveBySystem, trusted = null } = deps
  const upstream = readUpstream(deps.upstream)
  if (upstream === null) return notABase(deps.upstream)
  const listening = await listenOnSocket(deps.socketPath, deps.socketMode ?? 0o600, limits)
  if (!listening.ok) return listening
  const { server, close } = listening.value
  const { authority, isSecure, base } = upstream
  const place = `${authority.host.text}:${authority.port}`
  const contacts = createContacts({ limits, now: deps.now, onContact: deps.onContact })
  const reachDeps = {
    resolve,
    limits,
    refusesAddress: (_: Authority, address: Parameters<typeof addressClass>[0]): ContactReason | null =>
      reachable.has(addressClass(address)) ? null : 'address_refused',
  }
  const endpoints = new Set(deps.api.endpoints.map(({ method, path }) => `${method} ${base}${path}`))

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? ''
    const target = request.url ?? ''
    // Claude Code warms its connection up so; there is none to warm.
    if (method === 'HEAD' && target === '/') {
      response.writeHead(200).end()
      return
    }
    const asked = { via: 'provider', method, host: authority.host.text, port: authority.port } as const
    const refuse = (reason: ContactReason): void =>
      refuseRequest(response, contacts.refuse(asked, reason), place)
    if (!/^\/[\x21\x22\x24-\x7e]*$/.test(target) || countOf(request, 'host') !== 1)
      return refuse('malformed_request')
    if (!endpoints.has(`${method} ${target.replace(/\?.*$/s, '')}`)) return refuse('path_not_listed')
    const opened = contacts.open(asked, () => true)
    if (!opened.ok) return refuseRequest(response, opened.reason, place)
    const { contact } = opened
    const leave = (): void => contact.cut('broken')
    response.once('close', leave)
    const fail = (reason: ContactReason): void => {
      contact.end(reason)
      refuseRequest(response, reason, place)
    }

    const added = await deps.inject().catch(() => null)
    if (added === null) return fail('no_sign_in')
    const dropped = new Set(['host', ...keyHeaders, ...Object.keys(added).map((name) => name.toLowerCase())])
    const passed = passedHead(request, (name) => dropped.has(name))
    if (passed === null) return fail('malformed_request')
    const reached = await reach(contact, authority, reachDeps)
    if (!reached.ok) return refuseRequest(response, reached.reason, place)
    contact.onCut(() => reached.socket.destroy())
    const connection = isSecure
      ? await secure(reached.socket, { host: authority.host, trusted, timeoutMs: limits.connectMs })
      : reached.socket
    if (connection === null) return fail('connect_failed')
    response.removeListener('close', leave)
    passRequest({
      contact,
      request,
      response,
      upstream: connection,
      path: target,
      head: {
        ...passed,
        headers: ['Host', upstream.hostHeader, ...passed.headers, ...Object.entries(added).flat()],
      },
      place,
      idleMs: limits.idleMs,
      bodyBytes: limits.bodyBytes,
      isDropped: (name) => accountHeaders.has(name),
    })
  }

  const nobody = { via: 'provider', method: '', host: authority.host.text, port: authority.port } as const
  const connections = watchConnections(server, 2 * limits.connections, limits.idleMs, () =>
    contacts.refuse(nobody, 'connections_limit'),
  )
  server.on('request', (request, response) => void handle(request, response))
  server.on('connect', (_request, client) =>
    refuseConnection(client, contacts.refuse({ ...nobody, method: 'CONNECT' }, 'path_not_listed'), place),
  )
  server.on('clientError', (_error, client) => {
    if (client.destroyed || !client.writable) return
    refuseConnection(client, contacts.refuse(nobody, 'malformed_request'), place)
  })

  return ok({
    totals: contacts.totals,
    close: async () => {
      contacts.shut()
      const closed = close()
      connections.destroyAll()
      await closed
    },
  })
}

type Upstream = {
  readonly authority: Authority
  readonly isSecure: boolean
  /** Its path without a slash at the end. */
  readonly base: string
  readonly hostHeader: string
}

function readUpstream(url: URL): Upstream | null {
  const isSecure = url.protocol === 'https:'
  const host = canonicalHost(url.hostname)
  if ((!isSecure && url.protocol !== 'http:') || host === null || url.username !== '' || url.password !== '')
    return null
  const usual = isSecure ? 443 : 80
  const port = url.port === '' ? usual : Number(url.port)
  const hostHeader = port === usual ? hostInUrl(host) : `${hostInUrl(host)}:${port}`
  return { authority: { host, port }, isSecure, base: url.pathname.replace(/\/+$/, ''), hostHeader }
}

function notABase(url: URL): Result<never> {
  return failure(
    'policy.invalid',
    `“${url.protocol}//${url.hostname}” can't be the address of a model provider. It begins with https:// or http://, and holds no user name.`,
  )
}
