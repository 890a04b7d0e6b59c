import type { ContactReason } from '../../../shared'
import type { Address } from '../host/address'
import type { EgressLimits } from '../limits'
import type { ContactEvent, ContactRequest, ContactTotals } from './contact'
import { createLiveContact, type LiveContact } from './live-contact'

export type ContactsDeps = {
  readonly limits: EgressLimits
  readonly now: () => number
  /** Must have stored the event when it returns; if it throws, nothing more gets through. */
  readonly onContact: (event: ContactEvent) => void
}

export type OpenedContact =
  | { readonly ok: true; readonly contact: LiveContact }
  | { readonly ok: false; readonly reason: ContactReason }

/** The ledger of one proxy and its ceilings: every contact passes through here. */
export type Contacts = ReturnType<typeof createContacts>

export function createContacts({ limits, now, onContact }: ContactsDeps) {
  const live = new Set<LiveContact>()
  const sum = { contacts: 0, unrecorded: 0, up: 0, down: 0 }
  /** Why nothing gets through any more. */
  let shut: ContactReason | null = null

  const record = (event: ContactEvent): boolean => {
    try {
      onContact(event)
      return true
    } catch {
      shutWith('not_recorded')
      return false
    }
  }

  const shutWith = (reason: ContactReason): void => {
    shut ??= reason
    for (const contact of [...live]) contact.cut(reason)
  }

  const refuse = (request: ContactRequest, reason: ContactReason): ContactReason => {
    if (shut === 'not_recorded' || sum.contacts >= limits.contacts) {
      sum.unrecorded += 1
      return reason
    }
    sum.contacts += 1
    // The last line that the ledger has room for says so.
    const told = sum.contacts === limits.contacts ? 'contacts_limit' : reason
    record({
      phase: 'ended',
      contact: {
        ...shown(request),
        id: sum.contacts,
        at: now(),
        address: null,
        allowed: false,
        reason: told,
        bytesUp: 0,
        bytesDown: 0,
        durationMs: 0,
      },
    })
    return told
  }

  const atLimit = (): ContactReason | null => {
    if (shut !== null) return shut
    if (sum.contacts >= limits.contacts - 1) return 'contacts_limit'
    if (sum.up >= limits.bytesUp || sum.down >= limits.bytesDown) return 'bytes_limit'
    return live.size >= limits.connections ? 'connections_limit' : null
  }

  const takeUp = (bytes: number): boolean => {
    sum.up += bytes
    return sum.up <= limits.bytesUp
  }
  const takeDown = (bytes: number): boolean => {
    sum.down += bytes
    return sum.down <= limits.bytesDown
  }

  return {
    /** Records a contact that was not even begun; gives the reason that holds. */
    refuse,
    /** Records the start of one, unless a ceiling is reached. */
    open: (request: ContactRequest, mayStay: (address: Address | null) => boolean): OpenedContact => {
      const reason = atLimit()
      if (reason !== null) return { ok: false, reason: refuse(request, reason) }
      sum.contacts += 1
      const contact = createLiveContact({
        request: shown(request),
        id: sum.contacts,
        now,
        takeUp,
        takeDown,
        mayStay,
        onEnd: (ended, told) => {
          live.delete(ended)
          if (shut !== 'not_recorded') record({ phase: 'ended', contact: told })
        },
      })
      live.add(contact)
      const recorded = record({ phase: 'started', contact: contact.told() })
      return recorded ? { ok: true, contact } : { ok: false, reason: 'not_recorded' }
    },
    /** Cuts those that the rules don't allow any more. */
    cutUnlisted: (): void => {
      for (const contact of [...live]) if (!contact.mayStay()) contact.cut('rules_tightened')
    },
    /** Cuts all, and lets nothing through from here on. */
    shut: (): void => shutWith('closed'),
    totals: (): ContactTotals => ({
      open: live.size,
      contacts: sum.contacts,
      unrecorded: sum.unrecorded,
      bytesUp: sum.up,
      bytesDown: sum.down,
    }),
  }
}

function shown<R extends ContactRequest>(request: R): R {
  return { ...request, host: request.host.slice(0, 255), method: request.method.slice(0, 32) }
}
