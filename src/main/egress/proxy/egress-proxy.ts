import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { ok, type Result } from '../../../shared'
import { type Resolve, resolveBySystem } from '../connect/find-addresses'
import { reach } from '../connect/reach'
import type { ContactEvent, ContactReason, ContactRequest } from '../contacts/contact'
import { type ContactTotals, createContacts, type OpenedContact } from '../contacts/contacts'
import { type Authority, readAuthority, splitTarget } from '../host/authority'
import { hostInUrl } from '../host/canonical-host'
import { defaultEgressLimits, type EgressLimits } from '../limits'
import { bothAllow, type EgressRule, readRules } from '../rules/rule-set'
import { refuseConnection, refuseRequest } from './answer'
import { watchConnections } from './box-connections'
import { countOf, passedHead } from './headers'
import { passRequest } from './pass-request'
import { listenOnSocket } from './socket-server'
import { joinTunnel } from './tunnel'

export type EgressProxyDeps = {
  /** Of a socket that is not there yet, in a folder that only this user can change. The socket is the session's identity. */
  readonly socketPath: string
  /** 0o600 where the box has this user's own id, else 0o666 in a folder that lies in one closed to others. */
  readonly socketMode?: number
  /** None: everything is refused. */
  readonly rules: readonly EgressRule[]
  readonly limits?: EgressLimits
  readonly resolve?: Resolve
  readonly now: () => number
  /** Must have stored the event when it returns; if it throws, nothing more gets through. */
  readonly onContact: (event: ContactEvent) => void
}

export type EgressProxy = {
  /** Takes more away: what it does not list is refused from now on and cut where it is open. It never adds. */
  readonly tighten: (rules: readonly EgressRule[]) => Result<void>
  readonly totals: () => ContactTotals
  /** Cuts everything and removes the socket. */
  readonly close: () => Promise<void>
}

/**
 * The one way out of a box without a network: an HTTP proxy (CONNECT and plain HTTP) on a unix socket of the session's.
 * A host is brought into its one spelling, looked up in the rules, resolved once, its addresses checked, and only a
 * checked address is dialled. Whatever fails is a refusal. Fails with policy.invalid or sandbox.start_failed.
 */
export async function createEgressProxy(deps: EgressProxyDeps): Promise<Result<EgressProxy>> {
  const { limits = defaultEgressLimits, resolve = resolveBySystem } = deps
  const first = readRules(deps.rules)
  if (!first.ok) return first
  const listening = await listenOnSocket(deps.socketPath, deps.socketMode ?? 0o600, limits)
  if (!listening.ok) return listening
  const { server, close } = listening.value

  let rules = first.value
  const contacts = createContacts({ limits, now: deps.now, onContact: deps.onContact })
  const reachDeps = {
    resolve,
    limits,
    refusesAddress: ({ host, port }: Authority, address: Parameters<typeof rules.refusesAddress>[2]) =>
      rules.refusesAddress(host, port, address),
  }

  const open = (request: ContactRequest, { host, port }: Authority): OpenedContact => {
    const reason = rules.refusesHost(host, port)
    if (reason !== null) return { ok: false, reason: contacts.refuse(request, reason) }
    return contacts.open(request, (address) =>
      address === null
        ? rules.refusesHost(host, port) === null
        : rules.refusesAddress(host, port, address) === null,
    )
  }

  const connect = async (request: IncomingMessage, client: Socket, head: Buffer): Promise<void> => {
    const read = readAuthority(request.url ?? '', null)
    const asked = { via: 'tunnel', method: 'CONNECT', ...placeOf(read) } as const
    const place = `${asked.host}:${asked.port}`
    if (!read.ok) return refuseConnection(client, contacts.refuse(asked, read.reason), place)
    const opened = open(asked, read.authority)
    if (!opened.ok) return refuseConnection(client, opened.reason, place)
    const { contact } = opened
    const leave = (): void => contact.cut('broken')
    client.once('close', leave)
    const reached = await reach(contact, read.authority, reachDeps)
    client.removeListener('close', leave)
    if (reached.ok) joinTunnel(contact, client, head, reached.socket, limits.idleMs)
    else refuseConnection(client, reached.reason, place)
  }

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? ''
    const target = splitTarget(request.url ?? '')
    const read = readAuthority(target?.authority ?? '', 80)
    const asked = { via: 'http', method, ...placeOf(read) } as const
    const place = `${asked.host}:${asked.port}`
    const refuse = (reason: ContactReason): void =>
      refuseRequest(response, contacts.refuse(asked, reason), place)
    const passed = passedHead(request, (name) => name === 'host')
    if (target === null || passed === null || countOf(request, 'host') !== 1)
      return refuse('malformed_request')
    if (!read.ok) return refuse(read.reason)
    const opened = open(asked, read.authority)
    if (!opened.ok) return refuseRequest(response, opened.reason, place)
    const { contact } = opened
    const leave = (): void => contact.cut('broken')
    response.once('close', leave)
    const reached = await reach(contact, read.authority, reachDeps)
    response.removeListener('close', leave)
    if (!reached.ok) return refuseRequest(response, reached.reason, place)
    passRequest({
      contact,
      request,
      response,
      upstream: reached.socket,
      path: target.path,
      head: { ...passed, headers: ['Host', hostHeader(read.authority), ...passed.headers] },
      place,
      idleMs: limits.idleMs,
      bodyBytes: limits.bodyBytes,
    })
  }

  const nobody = { via: 'http', method: '', host: '', port: 0 } as const
  const connections = watchConnections(server, 2 * limits.connections, limits.idleMs, () =>
    contacts.refuse(nobody, 'connections_limit'),
  )
  server.on('connect', (request, client, head) => {
    // Always one where the server listens on a socket; the type leaves room for other servers.
    if (client instanceof Socket) void connect(request, client, head)
    else client.destroy()
  })
  server.on('request', (request, response) => void forward(request, response))
  server.on('clientError', (_error, client) => {
    if (client.destroyed || !client.writable) return
    refuseConnection(client, contacts.refuse(nobody, 'malformed_request'), 'something')
  })

  return ok({
    tighten: (more) => {
      const read = readRules(more)
      // A list that can't be read may have left out anything: nothing is allowed then.
      const next = read.ok ? read : readRules([])
      if (next.ok) rules = bothAllow(rules, next.value)
      contacts.cutUnlisted()
      return read.ok ? ok(undefined) : read
    },
    totals: contacts.totals,
    close: async () => {
      contacts.shut()
      const closed = close()
      connections.destroyAll()
      await closed
    },
  })
}

function placeOf(read: ReturnType<typeof readAuthority>): Pick<ContactRequest, 'host' | 'port'> {
  if (!read.ok) return { host: read.host, port: read.port }
  return { host: read.authority.host.text, port: read.authority.port }
}

/** Written by us, whatever the client's own `Host` says. */
function hostHeader({ host, port }: Authority): string {
  return port === 80 ? hostInUrl(host) : `${hostInUrl(host)}:${port}`
}
