import type { Contact, ContactGreeting, ContactReason } from '../../../shared'
import type { Address } from '../host/address'
import type { ContactRequest } from './contact'

export type LiveContactDeps = {
  readonly request: ContactRequest
  readonly id: number
  readonly now: () => number
  /** Counts bytes; false: the session's ceiling is passed. */
  readonly takeUp: (bytes: number) => boolean
  readonly takeDown: (bytes: number) => boolean
  readonly mayStay: (address: Address | null) => boolean
  readonly onEnd: (contact: LiveContact, told: Contact) => void
}

/** A contact that is going on. It ends once, whatever happens later. */
export type LiveContact = {
  readonly told: () => Contact
  /** Where it was found. */
  readonly foundAt: (address: Address) => void
  /** How what goes through it began. */
  readonly beganWith: (greeting: ContactGreeting) => void
  /** Counts bytes before they are passed on; false: the contact was cut instead, or has ended. */
  readonly up: (bytes: number) => boolean
  readonly down: (bytes: number) => boolean
  /** It was never let out after all. */
  readonly refuse: (reason: ContactReason) => void
  readonly end: (reason: ContactReason | null) => void
  /** Ends it and takes down what carries it. */
  readonly cut: (reason: ContactReason) => void
  /** What to take down; at once if it was cut already. */
  readonly onCut: (takeDown: (reason: ContactReason) => void) => void
  readonly hasEnded: () => boolean
  readonly mayStay: () => boolean
}

export function createLiveContact(deps: LiveContactDeps): LiveContact {
  const at = deps.now()
  const bytes = { up: 0, down: 0 }
  const cutters: ((reason: ContactReason) => void)[] = []
  let found: Address | null = null
  let began: ContactGreeting | null = null
  let allowed = true
  let over: { readonly reason: ContactReason | null; readonly durationMs: number } | null = null

  const told = (): Contact => ({
    ...deps.request,
    id: deps.id,
    at,
    address: found?.text ?? null,
    ...(began === null ? {} : { greeting: began }),
    allowed,
    reason: over?.reason ?? null,
    bytesUp: bytes.up,
    bytesDown: bytes.down,
    durationMs: over?.durationMs ?? Math.max(0, deps.now() - at),
  })

  const end = (reason: ContactReason | null): void => {
    if (over !== null) return
    over = { reason, durationMs: Math.max(0, deps.now() - at) }
    deps.onEnd(contact, told())
  }

  const cut = (reason: ContactReason): void => {
    if (over !== null) return
    end(reason)
    for (const takeDown of cutters.splice(0)) takeDown(reason)
  }

  const count = (way: 'up' | 'down', take: (bytes: number) => boolean) => (size: number) => {
    if (over !== null) return false
    bytes[way] += size
    if (take(size)) return true
    cut('bytes_limit')
    return false
  }

  const contact: LiveContact = {
    told,
    foundAt: (address) => {
      found = address
    },
    beganWith: (greeting) => {
      began = greeting
    },
    up: count('up', deps.takeUp),
    down: count('down', deps.takeDown),
    refuse: (reason) => {
      if (over === null) allowed = false
      end(reason)
    },
    end,
    cut,
    onCut: (takeDown) => {
      if (over === null) cutters.push(takeDown)
      else takeDown(over.reason ?? 'closed')
    },
    hasEnded: () => over !== null,
    mayStay: () => deps.mayStay(found),
  }
  return contact
}
