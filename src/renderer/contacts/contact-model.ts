import type { Contact } from '../../shared'
import { placeOf } from './contact-words'

export type ContactFilter = 'all' | 'refused'

/** Contacts with one place, counted together. */
export type PlaceContacts = {
  readonly place: string
  readonly isModel: boolean
  readonly allowed: number
  readonly refused: number
  readonly bytesUp: number
  readonly bytesDown: number
}

export type ContactTotals = Omit<PlaceContacts, 'place' | 'isModel'>

const none: ContactTotals = { allowed: 0, refused: 0, bytesUp: 0, bytesDown: 0 }

const add = <T extends ContactTotals>(to: T, { allowed, bytesUp, bytesDown }: Contact): T => ({
  ...to,
  allowed: to.allowed + (allowed ? 1 : 0),
  refused: to.refused + (allowed ? 0 : 1),
  bytesUp: to.bytesUp + bytesUp,
  bytesDown: to.bytesDown + bytesDown,
})

export const totalsOf = (contacts: readonly Contact[]): ContactTotals =>
  contacts.reduce((totals, contact) => add(totals, contact), none)

/** By place: first those where something was refused, then by how often they were reached. */
export function byPlace(contacts: readonly Contact[]): readonly PlaceContacts[] {
  const places = new Map<string, PlaceContacts>()
  for (const contact of contacts) {
    const place = placeOf(contact)
    const before = places.get(place) ?? { place, isModel: false, ...none }
    places.set(place, add({ ...before, isModel: before.isModel || contact.via === 'provider' }, contact))
  }
  return [...places.values()].sort(
    (a, b) =>
      Number(b.refused > 0) - Number(a.refused > 0) ||
      b.allowed + b.refused - (a.allowed + a.refused) ||
      (a.place < b.place ? -1 : 1),
  )
}

export const filterContacts = (contacts: readonly Contact[], filter: ContactFilter): readonly Contact[] =>
  filter === 'all' ? contacts : contacts.filter(({ allowed }) => !allowed)
