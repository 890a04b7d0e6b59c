import { isIPv4 } from 'node:net'
import { readIpv6, writeIpv6 } from './ipv6-text'

/** An IP address in its one spelling. An IPv4 address in IPv6 clothes (`::ffff:1.2.3.4`) is the IPv4 address. */
export type Address = {
  readonly family: 4 | 6
  /** 4 or 16. */
  readonly bytes: readonly number[]
  readonly text: string
}

/** A range of addresses of one family: those that share the first `bits` bits. */
export type AddressRange = { readonly start: Address; readonly bits: number }

const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]

/** Reads an address as a resolver or a system gives it, dotted or with colons; null: it is none. */
export function readAddress(text: string): Address | null {
  if (isIPv4(text)) return addressOf(text.split('.').map(Number))
  const bytes = readIpv6(text)
  return bytes === null ? null : addressOf(bytes)
}

/** `bytes`: 4 or 16 of them. */
export function addressOf(bytes: readonly number[]): Address {
  if (bytes.length === 4) return { family: 4, bytes, text: bytes.join('.') }
  if (mapped.every((byte, index) => bytes[index] === byte)) return addressOf(bytes.slice(12))
  return { family: 6, bytes, text: writeIpv6(bytes) }
}

/** Reads `address` or `address/bits`; null: it is no range. Bits beyond the prefix must be zero. */
export function readRange(text: string): AddressRange | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const start = readAddress(address)
  if (start === null || rest.length > 0) return null
  const most = start.bytes.length * 8
  if (prefix === undefined) return { start, bits: most }
  // Of an IPv4 address in IPv6 clothes it would be unclear which bits are meant.
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(prefix) || (start.family === 4 && address.includes(':'))) return null
  const bits = Number(prefix)
  if (bits > most || start.bytes.some((byte, index) => (byte & ~maskAt(bits, index)) !== 0)) return null
  return { start, bits }
}

export function isInRange({ family, bytes }: Address, { start, bits }: AddressRange): boolean {
  if (family !== start.family) return false
  return bytes.every((byte, index) => ((byte ^ (start.bytes[index] ?? 0)) & maskAt(bits, index)) === 0)
}

/** The bits of one byte that belong to a prefix. */
function maskAt(bits: number, index: number): number {
  const inByte = Math.min(8, Math.max(0, bits - index * 8))
  return (255 << (8 - inByte)) & 255
}
