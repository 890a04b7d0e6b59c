import { z } from 'zod'
import { countSchema } from '../ids'

/** Why a contact was refused, or why it ended otherwise than by itself. */
export const contactReasons = [
  'malformed_request',
  'bad_host',
  'bad_port',
  'host_not_listed',
  'port_not_listed',
  'address_refused',
  'path_not_listed',
  /** A tunnel began with TLS that names another host, or none, or with something else where only TLS may go. */
  'name_differs',
  'name_missing',
  'not_tls',
  'greeting_late',
  'name_not_found',
  'connect_failed',
  'no_sign_in',
  'body_limit',
  'bytes_limit',
  'connections_limit',
  'contacts_limit',
  'idle',
  'broken',
  'rules_tightened',
  'closed',
  /** The ledger could not take it: what is not recorded does not happen (I3). */
  'not_recorded',
] as const
export type ContactReason = (typeof contactReasons)[number]

/** What a tunnel began with, as the program inside wrote it. */
export const contactGreetingSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('tls'),
    /** The server name in the TLS greeting, at most 255 characters; null: none. */
    name: z.string().nullable(),
    /** The greeting may hold another name that only the server can read (Encrypted ClientHello), or only seem to. */
    hidesName: z.boolean(),
  }),
  /** Began like TLS, and can't be read. */
  z.object({ type: z.literal('malformed') }),
  z.object({ type: z.literal('other') }),
])
export type ContactGreeting = Readonly<z.infer<typeof contactGreetingSchema>>

/** One try to reach something from inside a box. Its texts come from inside: they are shown, never acted on. */
export const contactSchema = z.object({
  /** From 1 within its proxy. */
  id: countSchema,
  /** Milliseconds since 1970. */
  at: z.number(),
  via: z.enum(['tunnel', 'http', 'provider']),
  method: z.string(),
  /** In its one spelling; as it was written where it is no host, at most 255 characters. */
  host: z.string(),
  /** 0: none was named. */
  port: countSchema,
  /** Where it was really found; null: not dialled. */
  address: z.string().nullable(),
  /** Of a tunnel in which something was said; sessions of before it was looked at have none. */
  greeting: contactGreetingSchema.exactOptional(),
  allowed: z.boolean(),
  /** Null: it went on, or ended by itself. */
  reason: z.enum(contactReasons).nullable(),
  bytesUp: countSchema,
  bytesDown: countSchema,
  durationMs: z.number().nonnegative(),
})
export type Contact = Readonly<z.infer<typeof contactSchema>>

/** A rule of the user's: a host, or `*.` and a host, with a port or without one (443). Read by main's egress slice. */
export const hostRuleSchema = z.string().trim().min(1).max(300)
