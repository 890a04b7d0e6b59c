import { readMessage, recordTypes } from './handshake'

const serverHello = 2
/** A server's way of asking for the greeting again: this in place of random bytes (RFC 8446, 4.1.3). */
const again = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex')

/** Whether a server's first bytes ask for another greeting; null: more are needed. */
export function asksAgain(bytes: Uint8Array): boolean | null {
  if (bytes.length === 0) return null
  if (bytes[0] !== recordTypes.handshake) return false
  const message = readMessage(bytes)
  if (message === null) return null
  if (message === 'malformed' || message.type !== serverHello) return false
  // Behind its version.
  return again.equals(message.body.subarray(2, 2 + again.length))
}
