import { type CanonicalHost, canonicalHost, hostInUrl } from './canonical-host'

export type Authority = { readonly host: CanonicalHost; readonly port: number }

export type AuthorityProblem = 'bad_host' | 'bad_port'

export type ReadAuthority =
  | { readonly ok: true; readonly authority: Authority }
  | { readonly ok: false; readonly reason: AuthorityProblem; readonly host: string; readonly port: number }

/**
 * Reads `host:port` as it stands on the wire, where all is ASCII. `defaultPort` null: a port has to be there. What does
 * not fit is told with the text it had, for the ledger.
 */
export function readAuthority(text: string, defaultPort: number | null): ReadAuthority {
  const colon = /:[^\]:]*$/.exec(text)?.index ?? -1
  const hostText = colon === -1 ? text : text.slice(0, colon)
  const portText = colon === -1 ? null : text.slice(colon + 1)
  const port = portText === null ? defaultPort : readPort(portText)
  const host = /^[\x21-\x7e]+$/.test(hostText) ? canonicalHost(hostText) : null
  if (host === null) return { ok: false, reason: 'bad_host', host: hostText, port: port ?? 0 }
  if (port === null) return { ok: false, reason: 'bad_port', host: host.text, port: 0 }
  return { ok: true, authority: { host, port } }
}

/** 1 to 65535, in plain digits without leading zeros; null: no port. */
export function readPort(text: string): number | null {
  if (!/^[1-9][0-9]{0,4}$/.test(text)) return null
  const port = Number(text)
  return port <= 65535 ? port : null
}

/** The authority and the path of an absolute-form target (`http://host:port/path?query`); null: it is none. */
export function splitTarget(target: string): { readonly authority: string; readonly path: string } | null {
  const match = /^http:\/\/(?<authority>[^/?#\\]*)(?<path>(?:[/?][\x21\x22\x24-\x7e]*)?)$/i.exec(target)
  const { authority, path } = match?.groups ?? {}
  if (authority === undefined || path === undefined) return null
  return { authority, path: path.startsWith('/') ? path : `/${path}` }
}

/** A `Host` header; without the port that is usual for the scheme. */
export function hostHeader({ host, port }: Authority, usual: number): string {
  return port === usual ? hostInUrl(host) : `${hostInUrl(host)}:${port}`
}
