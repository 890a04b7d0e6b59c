import type { Contact } from '../domain/contact'
import type { StoredEvent } from '../events'

/** Each contact once, in the order they began in, with the newest that was told of it. */
export function newestOfContacts(events: readonly StoredEvent[]): readonly Contact[] {
  const contacts = new Map<string, Contact>()
  for (const { body } of events)
    if (body.type === 'network.contact') contacts.set(`${body.contact.via} ${body.contact.id}`, body.contact)
  return [...contacts.values()]
}
