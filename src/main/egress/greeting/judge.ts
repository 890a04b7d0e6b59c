import type { ContactGreeting, ContactReason } from '../../../shared'
import { type CanonicalHost, canonicalHost } from '../host/canonical-host'

/** Ports on which a tunnel carries TLS and nothing else, unless said otherwise. */
export const usualTlsPorts: ReadonlySet<number> = new Set([443, 8443])

/**
 * Whether a tunnel to this host may go on after this greeting; null: it may. `isStrict`: TLS alone is spoken on its port,
 * and by the host's name. Elsewhere other protocols go through, but TLS that names another host than was asked for does
 * not: behind one address there may be many.
 */
export function refusesGreeting(
  greeting: ContactGreeting,
  host: CanonicalHost,
  isStrict: boolean,
): ContactReason | null {
  switch (greeting.type) {
    case 'other':
      return isStrict ? 'not_tls' : null
    case 'malformed':
      return 'not_tls'
    case 'tls': {
      const { name } = greeting
      // An address can't be named in a greeting; whoever lists one lists what is behind it.
      if (name === null) return isStrict && host.type === 'name' ? 'name_missing' : null
      if (isSaid(name, host)) return null
      return isStrict || host.type === 'name' ? 'name_differs' : null
    }
  }
}

function isSaid(name: string, host: CanonicalHost): boolean {
  return /^[\x21-\x7e]+$/.test(name) && canonicalHost(name)?.text === host.text
}
