import type { ContactGreeting } from '../../../shared'
import {
  looksLikeTls,
  mostGreetingBytes,
  readMessage,
  recordHeadBytes,
  recordSize,
  recordTypes,
} from './handshake'

export type Heard = {
  readonly greeting: ContactGreeting
  /** Bytes of it on the wire. */
  readonly size: number
}

const clientHello = 1
const extensions = { serverName: 0, encryptedHello: 0xfe0d, encryptedName: 0xffce } as const
const hostName = 0
const longestName = 255

/**
 * Reads what a client says first, from all that it has said so far. Null: more is needed. It is strict where servers
 * might differ in what they read: then there is no name to go by.
 */
export function readGreeting(bytes: Uint8Array): Heard | null {
  const isTls = looksLikeTls(bytes)
  if (isTls === null) return null
  if (!isTls) return { greeting: { type: 'other' }, size: 0 }
  const message = readMessage(bytes)
  if (message === null) return null
  if (message === 'malformed' || message.type !== clientHello) return malformed
  return { greeting: readClientHello(message.body) ?? malformed.greeting, size: message.size }
}

/**
 * The greeting that a client says again when the server asked it to (RFC 8446, 4.1.2), past what may come before it: a
 * record for middleboxes, and data that was sent early. Null: more is needed.
 */
export function readGreetingAgain(bytes: Uint8Array): Heard | null {
  let at = 0
  for (;;) {
    const size = recordSize(bytes, at)
    if (size === 'malformed' || at > mostEarlyBytes) return malformed
    if (size === null) return null
    const type = bytes[at]
    if (type !== recordTypes.changeCipherSpec && type !== recordTypes.applicationData) break
    at += size
  }
  const heard = readGreeting(bytes.subarray(at))
  return heard === null ? null : { ...heard, size: at + heard.size }
}

const malformed: Heard = { greeting: { type: 'malformed' }, size: 0 }
/** As much as servers take before they have agreed to anything, and some. */
const mostEarlyBytes = 2 * mostGreetingBytes + recordHeadBytes

/** Reads the body of a ClientHello (RFC 8446, 4.1.2; the same in TLS 1.0 to 1.2); null: it is none. */
function readClientHello(body: Uint8Array): ContactGreeting | null {
  const reader = createReader(body)
  const [major] = reader.take(2) ?? []
  const isFramed =
    major === 3 &&
    reader.take(32) !== null &&
    sized(reader.vector(1), 0, 32) &&
    sized(reader.vector(2), 2, 65534) &&
    sized(reader.vector(1), 1, 255)
  if (!isFramed) return null
  // Before TLS 1.2 there may be no extensions at all.
  if (reader.left() === 0) return { type: 'tls', name: null, hidesName: false }
  const all = reader.vector(2)
  if (all === null || reader.left() > 0) return null
  const found = readExtensions(all)
  if (found === null) return null
  const hidesName = found.has(extensions.encryptedHello) || found.has(extensions.encryptedName)
  const named = found.get(extensions.serverName)
  if (named === undefined) return { type: 'tls', name: null, hidesName }
  const name = readServerName(named)
  return name === null ? null : { type: 'tls', name, hidesName }
}

/** Extensions by type; null: one comes twice, or does not fit. */
function readExtensions(all: Uint8Array): ReadonlyMap<number, Uint8Array> | null {
  const reader = createReader(all)
  const found = new Map<number, Uint8Array>()
  while (reader.left() > 0) {
    const type = reader.number(2)
    const content = reader.vector(2)
    if (type === null || content === null || found.has(type)) return null
    found.set(type, content)
  }
  return found
}

/** The one host name of a list of names (RFC 6066, 3); null: none, or anything besides. */
function readServerName(content: Uint8Array): string | null {
  const outer = createReader(content)
  const list = outer.vector(2)
  if (list === null || outer.left() > 0) return null
  const reader = createReader(list)
  const type = reader.number(1)
  const name = reader.vector(2)
  if (type !== hostName || name === null || name.length === 0 || reader.left() > 0) return null
  return String.fromCharCode(...name.subarray(0, longestName))
}

const sized = (vector: Uint8Array | null, least: number, most: number): boolean =>
  vector !== null && vector.length >= least && vector.length <= most

/** Reads on in bytes; null, and nothing more: there are too few. */
function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (size: number): Uint8Array | null => {
    const end = at + size
    if (end > bytes.length) return null
    const taken = bytes.subarray(at, end)
    at = end
    return taken
  }
  const number = (size: number): number | null =>
    take(size)?.reduce((value, byte) => value * 256 + byte, 0) ?? null
  return {
    take,
    number,
    /** Bytes behind their length, which has `size` bytes. */
    vector: (size: number): Uint8Array | null => {
      const length = number(size)
      return length === null ? null : take(length)
    },
    left: (): number => bytes.length - at,
  }
}
