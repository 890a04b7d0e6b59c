import type { ContactReason } from '../../../shared'

export type Refusal = { readonly status: number; readonly phrase: string; readonly text: string }

/** What the program inside is told: the agent reads it, and so does the user beside a failed command. */
export function refusal(reason: ContactReason, place: string): Refusal {
  return { ...statuses[statusOf(reason)], text: `Glovebox: ${place} ${words[reason]}\n` }
}

const statuses = {
  bad: { status: 400, phrase: 'Bad Request' },
  forbidden: { status: 403, phrase: 'Forbidden' },
  large: { status: 413, phrase: 'Payload Too Large' },
  gateway: { status: 502, phrase: 'Bad Gateway' },
  busy: { status: 503, phrase: 'Service Unavailable' },
} as const

function statusOf(reason: ContactReason): keyof typeof statuses {
  switch (reason) {
    case 'malformed_request':
    case 'bad_host':
    case 'bad_port':
      return 'bad'
    case 'host_not_listed':
    case 'port_not_listed':
    case 'address_refused':
    case 'path_not_listed':
    case 'rules_tightened':
    case 'name_differs':
    case 'name_missing':
    case 'not_tls':
    case 'greeting_late':
      return 'forbidden'
    case 'body_limit':
      return 'large'
    case 'name_not_found':
    case 'connect_failed':
    case 'no_sign_in':
    case 'idle':
    case 'broken':
      return 'gateway'
    case 'bytes_limit':
    case 'connections_limit':
    case 'contacts_limit':
    case 'closed':
    case 'not_recorded':
      return 'busy'
  }
}

const words: Readonly<Record<ContactReason, string>> = {
  malformed_request: 'was asked for by a request that is no valid HTTP.',
  bad_host: 'is no valid host.',
  bad_port: 'has no valid port.',
  host_not_listed: 'is not among the hosts that this run may reach.',
  port_not_listed: 'may not be reached on this port by this run.',
  address_refused: 'is at an address that this run may not reach.',
  path_not_listed: 'may not be asked for this by this run.',
  name_differs: 'was asked for, but another host was named in the TLS greeting.',
  name_missing: 'was asked for, but no host is named in the TLS greeting.',
  not_tls: 'is reached by TLS alone, and what was sent is no TLS greeting.',
  greeting_late: 'is reached by TLS alone, and no TLS greeting came in time.',
  rules_tightened: 'may no longer be reached by this run.',
  body_limit: 'was sent more in one request than this run may send.',
  name_not_found: 'was not found.',
  connect_failed: 'could not be connected to.',
  no_sign_in: 'needs a key that could not be read.',
  idle: 'was silent for too long.',
  broken: 'broke the connection off.',
  bytes_limit: 'can’t be reached: this run has used up the bytes it may exchange.',
  connections_limit: 'can’t be reached: this run has as many connections open as it may.',
  contacts_limit: 'can’t be reached: this run has made as many contacts as it may.',
  closed: 'can’t be reached: this run’s network is closed.',
  not_recorded: 'can’t be reached: the contact could not be recorded.',
}
