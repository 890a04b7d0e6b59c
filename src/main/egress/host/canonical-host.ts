import { domainToASCII } from 'node:url'
import { type Address, addressOf } from './address'
import { endsInNumber, readIpv4 } from './ipv4-text'
import { readIpv6 } from './ipv6-text'

/** A host in its one spelling. `text` is what is compared, resolved, dialled and shown; IPv6 without brackets. */
export type CanonicalHost =
  | { readonly type: 'name'; readonly text: string }
  | { readonly type: 'address'; readonly text: string; readonly address: Address }

const longestName = 253
/** Of what is looked at at all; a name in another script is longer before it is written in ASCII. */
const longestText = 1000

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Characters that one can't see, or that mean nothing yet: a rule has to be what it looks like. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * Reads a host in any spelling (upper case, a trailing dot, other scripts, IPv6 in brackets, IPv4 in parts, decimal,
 * octal or hexadecimal) into its one spelling, so that what is compared is what is dialled. Null: no host. Nothing is
 * decoded: `%`, `@`, spaces, NUL and whatever else a host can't hold refuse it.
 */
export function canonicalHost(text: string): CanonicalHost | null {
  if (text === '' || text.length > longestText) return null
  if (text.startsWith('[')) return text.endsWith(']') ? ipv6Host(text.slice(1, -1)) : null
  const ascii = toAscii(text)
  if (ascii === null) return null
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii
  if (endsInNumber(host)) {
    const bytes = readIpv4(host)
    return bytes === null ? null : addressHost(bytes)
  }
  if (host.length > longestName || !host.split('.').every((part) => label.test(part))) return null
  return { type: 'name', text: host }
}

/** A host as an authority writes it: IPv6 in brackets. */
export function hostInUrl(host: CanonicalHost): string {
  return host.type === 'address' && host.address.family === 6 ? `[${host.text}]` : host.text
}

function ipv6Host(text: string): CanonicalHost | null {
  const bytes = readIpv6(text)
  return bytes === null ? null : addressHost(bytes)
}

function addressHost(bytes: readonly number[]): CanonicalHost {
  const address = addressOf(bytes)
  return { type: 'address', text: address.text, address }
}

/** Lower-case ASCII by UTS 46, which also maps wide digits and dots of other scripts: hence before all else. */
function toAscii(text: string): string | null {
  if (/^[\x21-\x7e]+$/.test(text)) return text.toLowerCase()
  if (unseen.test(text)) return null
  const ascii = domainToASCII(text)
  return ascii === '' ? null : ascii.toLowerCase()
}
