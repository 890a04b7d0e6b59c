import type { ContactReason } from '../../../shared'
import type { LiveContact } from '../contacts/live-contact'
import type { Address } from '../host/address'
import type { Authority } from '../host/authority'
import type { EgressLimits } from '../limits'
import { connectFirst } from './connect-first'
import type { Connection, OpenConnection } from './connection'
import { findAddresses, type Resolve } from './find-addresses'

export type ReachDeps = {
  readonly resolve: Resolve
  readonly limits: EgressLimits
  /** Asked of each address that a name has: null: it may be dialled. Asked at the time, so that it knows the rules of now. */
  readonly refusesAddress: (authority: Authority, address: Address) => ContactReason | null
}

export type Reached<C extends Connection> =
  | { readonly ok: true; readonly connection: C }
  /** `refused`: the rules say no, in contrast to something that did not work. */
  | { readonly ok: false; readonly reason: ContactReason; readonly refused: boolean }

/**
 * Goes from a host that may be asked for to a connection: resolves once, keeps the addresses that may be dialled,
 * dials those. The contact is told where it was found, and ended where nothing came of it.
 */
export async function reach<C extends Connection>(
  contact: LiveContact,
  authority: Authority,
  open: OpenConnection<C>,
  { resolve, limits, refusesAddress }: ReachDeps,
): Promise<Reached<C>> {
  const cut = new AbortController()
  contact.onCut(() => cut.abort())
  const fail = (reason: ContactReason, refused = false): Reached<C> => {
    if (refused) contact.refuse(reason)
    else contact.end(reason)
    return { ok: false, reason: contact.told().reason ?? reason, refused }
  }

  const addresses = await findAddresses(authority.host, resolve, limits.connectMs)
  const [first] = addresses
  if (first === undefined) return fail('name_not_found')
  const judged = addresses.map((address) => ({ address, reason: refusesAddress(authority, address) }))
  const allowed = judged.flatMap(({ address, reason }) => (reason === null ? [address] : []))
  if (allowed.length === 0) {
    // What it would have been, for the ledger.
    contact.foundAt(first)
    return fail(judged[0]?.reason ?? 'address_refused', true)
  }
  const connected = await connectFirst(allowed, authority.port, {
    open,
    timeoutMs: limits.connectMs,
    signal: cut.signal,
  })
  if (connected === null) return fail('connect_failed')
  contact.foundAt(connected.address)
  // While it was dialled the rules may have changed.
  const reason = refusesAddress(authority, connected.address)
  if (reason === null && !contact.hasEnded()) return { ok: true, connection: connected.connection }
  connected.connection.socket.destroy()
  return fail(reason ?? 'closed', reason !== null)
}
