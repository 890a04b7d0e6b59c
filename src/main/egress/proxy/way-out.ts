import type { ContactReason } from '../../../shared'
import type { Connection, OpenConnection } from '../connect/connection'
import type { Resolve } from '../connect/find-addresses'
import { type Reached, reach } from '../connect/reach'
import type { ContactRequest } from '../contacts/contact'
import type { Contacts, OpenedContact } from '../contacts/contacts'
import type { LiveContact } from '../contacts/live-contact'
import type { Authority, ReadAuthority } from '../host/authority'
import type { EgressLimits } from '../limits'
import { bothAllow, type RuleSet } from '../rules/rule-set'

/** What both kinds of request go through, from what they ask for to a connection. */
export type WayOut = {
  readonly limits: EgressLimits
  /** Ports on which a tunnel carries TLS to the host by its name, and nothing else. */
  readonly tlsPorts: ReadonlySet<number>
  readonly refuse: (request: ContactRequest, reason: ContactReason) => ContactReason
  /** Records a contact, if its host may be asked for. */
  readonly open: (request: ContactRequest, authority: Authority) => OpenedContact
  readonly reach: <C extends Connection>(
    contact: LiveContact,
    authority: Authority,
    open: OpenConnection<C>,
  ) => Promise<Reached<C>>
  /** Only what these allow, too, from now on; what is open and not allowed is cut. */
  readonly tighten: (rules: RuleSet) => void
}

export type WayOutDeps = {
  readonly rules: RuleSet
  readonly contacts: Contacts
  readonly limits: EgressLimits
  readonly tlsPorts: ReadonlySet<number>
  readonly resolve: Resolve
}

export function createWayOut({ rules: first, contacts, limits, resolve, tlsPorts }: WayOutDeps): WayOut {
  let rules = first
  return {
    limits,
    tlsPorts,
    refuse: contacts.refuse,
    open: (request, { host, port }) => {
      const reason = rules.refusesHost(host, port)
      if (reason !== null) return { ok: false, reason: contacts.refuse(request, reason) }
      return contacts.open(request, (address) => {
        const now =
          address === null ? rules.refusesHost(host, port) : rules.refusesAddress(host, port, address)
        return now === null
      })
    },
    reach: (contact, authority, open) =>
      reach(contact, authority, open, {
        resolve,
        limits,
        refusesAddress: ({ host, port }, address) => rules.refusesAddress(host, port, address),
      }),
    tighten: (more) => {
      rules = bothAllow(rules, more)
      contacts.cutUnlisted()
    },
  }
}

/** What was asked for, for the ledger: in its one spelling where it has one. */
export function placeOf(read: ReadAuthority): Pick<ContactRequest, 'host' | 'port'> {
  if (!read.ok) return { host: read.host, port: read.port }
  return { host: read.authority.host.text, port: read.authority.port }
}
