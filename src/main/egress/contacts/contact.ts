import { z } from 'zod'
import { type Contact, countSchema } from '../../../shared'

/** An allowed contact is told at its start, before anything leaves the machine, and at its end; a refused one once. */
export type ContactEvent = { readonly phase: 'started' | 'ended'; readonly contact: Contact }

export type ContactRequest = Pick<Contact, 'via' | 'method' | 'host' | 'port'>

/** What a proxy's contacts have come to. */
export const totalsSchema = z.object({
  open: countSchema,
  contacts: countSchema,
  /** Refused after the last one that the ledger had room for. */
  unrecorded: countSchema,
  bytesUp: countSchema,
  bytesDown: countSchema,
})
export type ContactTotals = Readonly<z.infer<typeof totalsSchema>>
