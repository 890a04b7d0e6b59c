/** Types of TLS records (RFC 8446, 5.1). */
export const recordTypes = { changeCipherSpec: 20, handshake: 22, applicationData: 23 } as const

/** Of a record: its type, a version of two bytes, a length of two. */
export const recordHeadBytes = 5
/** Of a handshake message: its type, a length of three bytes. */
const messageHeadBytes = 4

/** More than any greeting has: those with keys that hold against quantum computers have about two thousand. */
export const mostGreetingBytes = 16 * 1024

export type Message = {
  readonly type: number
  readonly body: Uint8Array
  /** Bytes it had on the wire, with the heads of its records. */
  readonly size: number
}

/** Whether bytes begin as a TLS record does, of whatever type; null: too few to say. */
export function looksLikeTls(bytes: Uint8Array): boolean | null {
  const [type, major] = bytes
  if (type === undefined) return null
  if (type < recordTypes.changeCipherSpec || type > 24) return false
  return major === undefined ? null : major === 3
}

/**
 * The handshake message that bytes begin with, put together from the records it was split into. Null: more bytes are
 * needed. `malformed`: no such message, or one that shares a record with what follows, so that it can't be judged alone.
 */
export function readMessage(bytes: Uint8Array): Message | 'malformed' | null {
  const content = new Uint8Array(Math.min(bytes.length, mostGreetingBytes))
  let length = 0
  for (let at = 0; ; ) {
    const size = recordSize(bytes, at)
    if (size === 'malformed') return 'malformed'
    if (size === null) return null
    if (bytes[at] !== recordTypes.handshake) return 'malformed'
    const added = size - recordHeadBytes
    if (length + added > mostGreetingBytes) return 'malformed'
    if (at + size > bytes.length) return null
    content.set(bytes.subarray(at + recordHeadBytes, at + size), length)
    length += added
    at += size
    if (length < messageHeadBytes) continue
    const [type = 0, high = 0, middle = 0, low = 0] = content
    const wanted = messageHeadBytes + high * 65536 + middle * 256 + low
    if (wanted > mostGreetingBytes || length > wanted) return 'malformed'
    if (length === wanted) return { type, body: content.subarray(messageHeadBytes, length), size: at }
  }
}

/** Bytes of the record that begins at `at`, with its head; null: its head is not whole. */
export function recordSize(bytes: Uint8Array, at: number): number | 'malformed' | null {
  if (looksLikeTls(bytes.subarray(at, at + 2)) === false) return 'malformed'
  if (bytes.length < at + recordHeadBytes) return null
  const length = ((bytes[at + 3] ?? 0) << 8) + (bytes[at + 4] ?? 0)
  // An encrypted record may have 256 bytes more than its content.
  return length === 0 || length > 16384 + 256 ? 'malformed' : recordHeadBytes + length
}
