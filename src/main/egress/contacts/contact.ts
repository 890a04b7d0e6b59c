import type { AuthorityProblem } from '../host/authority'
import type { RuleRefusal } from '../rules/rule-set'

/** Why a contact was refused, or why it ended otherwise than by itself. */
export type ContactReason =
  | AuthorityProblem
  | RuleRefusal
  | 'malformed_request'
  | 'path_not_listed'
  | 'name_not_found'
  | 'connect_failed'
  | 'no_sign_in'
  | 'body_limit'
  | 'bytes_limit'
  | 'connections_limit'
  | 'contacts_limit'
  | 'idle'
  | 'broken'
  | 'rules_tightened'
  | 'closed'
  /** The ledger could not take it: what is not recorded does not happen (I3). */
  | 'not_recorded'

/** One try to reach something from inside a box. Its texts come from inside: they are shown, never acted on. */
export type Contact = {
  /** From 1 within its proxy. */
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly via: 'tunnel' | 'http' | 'provider'
  readonly method: string
  /** In its one spelling; as it was written where it is no host, at most 255 characters. */
  readonly host: string
  /** 0: none was named. */
  readonly port: number
  /** Where it was really found; null: not dialled. */
  readonly address: string | null
  readonly allowed: boolean
  /** Null: it went on, or ended by itself. */
  readonly reason: ContactReason | null
  readonly bytesUp: number
  readonly bytesDown: number
  readonly durationMs: number
}

/** An allowed contact is told at its start, before anything leaves the machine, and at its end; a refused one once. */
export type ContactEvent = { readonly phase: 'started' | 'ended'; readonly contact: Contact }

export type ContactRequest = Pick<Contact, 'via' | 'method' | 'host' | 'port'>
