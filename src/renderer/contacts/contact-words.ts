import { type Contact, type ContactReason, inert } from '../../shared'
import { formatBytes } from '../lib/format'

type ReasonWords = {
  /** For a chip. */
  readonly short: string
  /** A whole sentence: what happened, and what to do where something can be done. */
  readonly long: string
}

/** Why a contact was refused, or was cut. A new reason does not compile until it has words. */
export const contactReasonWords: Readonly<Record<ContactReason, ReasonWords>> = {
  malformed_request: { short: 'no valid request', long: 'What was sent is no valid HTTP request.' },
  bad_host: { short: 'no valid host', long: 'What was asked for is no valid host.' },
  bad_port: { short: 'no valid port', long: 'What was asked for has no valid port.' },
  host_not_listed: {
    short: 'not in this consent',
    long: 'The host is not among those that this run may reach. To allow it, list it in the consent.',
  },
  port_not_listed: {
    short: 'port not in this consent',
    long: 'The host is listed in the consent, this port of it is not.',
  },
  address_refused: {
    short: 'private address',
    long: 'The host was found at an address of this machine or of a private network, which its name does not allow.',
  },
  path_not_listed: {
    short: 'not the model’s service',
    long: 'Only the model itself may be asked there, nothing else of that host.',
  },
  name_differs: {
    short: 'named another host',
    long: 'The TLS inside named another host than was asked for. Behind one address there may be many, so it was not passed on.',
  },
  name_missing: {
    short: 'named no host',
    long: 'The TLS inside named no host, so which one it meant could not be seen. It was not passed on.',
  },
  not_tls: {
    short: 'not TLS',
    long: 'What was sent is no TLS greeting that can be read. On ports 443 and 8443 nothing else is passed on.',
  },
  greeting_late: {
    short: 'no TLS in time',
    long: 'Nothing that could be passed on was sent in time. On ports 443 and 8443 the program has to begin, with TLS.',
  },
  name_not_found: { short: 'name not found', long: 'No address was found for the name.' },
  connect_failed: { short: 'no answer', long: 'It could not be connected to.' },
  no_sign_in: {
    short: 'no key',
    long: 'The key that Glovebox adds could not be read. Enter it again in Settings, under Agents.',
  },
  body_limit: { short: 'request too large', long: 'More was sent in one request than a run may send.' },
  bytes_limit: { short: 'byte limit', long: 'The run used up the bytes that it may exchange.' },
  connections_limit: {
    short: 'too many at once',
    long: 'The run had as many connections open as it may.',
  },
  contacts_limit: { short: 'too many contacts', long: 'The run had made as many contacts as it may.' },
  idle: { short: 'silent for too long', long: 'Nothing came or went for so long that it was cut.' },
  broken: { short: 'broken off', long: 'The other side broke the connection off.' },
  rules_tightened: {
    short: 'no longer allowed',
    long: 'What the run may reach was narrowed while the connection was open, and it was cut.',
  },
  closed: { short: 'network closed', long: 'The run’s way out was closed, because the run ended.' },
  not_recorded: {
    short: 'not recorded',
    long: 'The contact could not be recorded, so it was not allowed.',
  },
}

/** What a list of contacts can tell of a run, and what it can't. */
export const listedWords = (isHeld: boolean): string =>
  isHeld
    ? 'Only what came to Glovebox’s proxy is listed: what has no way out fails inside the sandbox, and isn’t.'
    : 'Only what came to Glovebox’s proxy is listed: the run was not sandboxed, and what it reached by itself is not known.'

const viaWords: Readonly<Record<Contact['via'], { readonly short: string; readonly long: string }>> = {
  tunnel: {
    short: 'tunnel',
    long: 'a tunnel (CONNECT): what went through it was not seen, but for how it began',
  },
  http: { short: 'plain HTTP', long: 'a plain HTTP request' },
  provider: {
    short: 'model',
    long: 'a request to the model, to which Glovebox added the key outside the box',
  },
}

export const viaShort = (via: Contact['via']): string => viaWords[via].short

/** “api.example.org:443”; the port is left out where none was named. Shown as written, whatever it holds. */
export function placeOf({ host, port }: Pick<Contact, 'host' | 'port'>): string {
  const name = host === '' ? '(no host)' : inert(host)
  if (port === 0) return name
  return `${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** “1.2 kB up, 30 kB down”. */
export const bytesWords = ({ bytesUp, bytesDown }: Pick<Contact, 'bytesUp' | 'bytesDown'>): string =>
  `${formatBytes(bytesUp)} up, ${formatBytes(bytesDown)} down`

/** “TLS to api.example.org”: how what went through a tunnel began. */
function greetingWords(greeting: NonNullable<Contact['greeting']>): string {
  if (greeting.type === 'malformed') return 'what looks like TLS and can’t be read'
  if (greeting.type === 'other') return 'something other than TLS'
  const { name, hidesName } = greeting
  const to = name === null ? 'that names no host' : `to ${inert(name)}`
  return `TLS ${to}${hidesName ? ', with a part that only the server can read (Encrypted ClientHello)' : ''}`
}

/** Everything known of a contact, one fact to a line. */
export function contactLines(contact: Contact): string {
  const { via, method, address, greeting, reason } = contact
  return [
    `Asked for: ${placeOf(contact)}`,
    `Found at: ${address === null ? 'not dialled' : inert(address)}`,
    `By: ${viaWords[via].long}${method === '' ? '' : ` (${inert(method)})`}`,
    ...(greeting === undefined ? [] : [`Began with: ${greetingWords(greeting)}`]),
    ...(reason === null ? [] : [contactReasonWords[reason].long]),
  ].join('\n')
}
