import { ok, type Result } from '../../../shared'
import type { Resolve } from '../connect/find-addresses'
import { createLookUps } from '../connect/look-ups'
import type { ContactEvent, ContactTotals } from '../contacts/contact'
import { createContacts } from '../contacts/contacts'
import { defaultEgressLimits, type EgressLimits } from '../limits'
import { refuseTunnel } from '../proxy/answer'
import { serveBox } from '../proxy/serve-box'
import type { ApiEndpoint } from './provider-api'
import { createRequestHandler } from './provider-request'
import { readUpstream } from './upstream'

export type ProviderProxyDeps = {
  /** Of a socket that is not there yet, in a folder that only this user can change. */
  readonly socketPath: string
  readonly socketMode?: number
  /** The provider's base address: https, or http for a model on this machine or network. The user's word, not the box's. */
  readonly upstream: URL
  readonly endpoints: readonly ApiEndpoint[]
  /** The key's headers, read for each request so that it is kept nowhere; rejecting refuses the request. */
  readonly inject: () => Promise<Readonly<Record<string, string>>>
  /** Certificates to trust beside the usual ones, PEM: of a company's own authority. */
  readonly trusted?: string | null
  readonly limits?: EgressLimits
  readonly resolve?: Resolve
  readonly now: () => number
  /** Must have taken the event when it returns; if it throws, nothing more gets through. */
  readonly onContact: (event: ContactEvent) => void
}

export type ProviderProxy = {
  readonly totals: () => ContactTotals
  /** Cuts everything and removes the socket. */
  readonly close: () => Promise<void>
}

/**
 * A way from a box to one model provider that needs no key inside: requests for the API's own endpoints go on with the
 * key added here, outside; everything else is refused. On a unix socket of its own. Fails with policy.invalid (an
 * address that is no base) or sandbox.start_failed.
 */
export async function createProviderProxy(deps: ProviderProxyDeps): Promise<Result<ProviderProxy>> {
  const { socketPath, socketMode = 0o600, endpoints, inject, now, onContact } = deps
  const { limits = defaultEgressLimits, trusted = null, resolve = createLookUps().forBox() } = deps
  const upstream = readUpstream(deps.upstream)
  if (!upstream.ok) return upstream
  const { host, port } = upstream.value.authority
  const nobody = { via: 'provider', method: '', host: host.text, port } as const
  const contacts = createContacts({ limits, now, onContact })
  const served = await serveBox({
    socketPath,
    socketMode,
    limits,
    contacts,
    nobody,
    onRequest: createRequestHandler({
      upstream: upstream.value,
      endpoints,
      inject,
      trusted,
      limits,
      resolve,
      contacts,
    }),
    onConnect: async (_request, client) => {
      const reason = contacts.refuse({ ...nobody, method: 'CONNECT' }, 'path_not_listed')
      refuseTunnel(client, reason, `${host.text}:${port}`)
    },
  })
  return served.ok ? ok({ totals: contacts.totals, close: served.value.close }) : served
}
