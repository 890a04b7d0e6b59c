import { failure, ok, type Result } from '../../../shared'
import { type Authority, hostHeader } from '../host/authority'
import { canonicalHost } from '../host/canonical-host'

/** A model provider's base address, taken apart. */
export type Upstream = {
  readonly authority: Authority
  readonly isSecure: boolean
  /** Its path without a slash at the end. */
  readonly base: string
  readonly hostHeader: string
}

/** Reads a base address: https, or http. Fails with policy.invalid. */
export function readUpstream(url: URL): Result<Upstream> {
  const isSecure = url.protocol === 'https:'
  const host = canonicalHost(url.hostname)
  const isBase = (isSecure || url.protocol === 'http:') && url.username === '' && url.password === ''
  if (!isBase || host === null) {
    return failure(
      'policy.invalid',
      `“${url.protocol}//${url.hostname}” can't be the address of a model provider. It begins with https:// or http://, and holds no user name.`,
    )
  }
  const usual = isSecure ? 443 : 80
  const authority = { host, port: url.port === '' ? usual : Number(url.port) }
  return ok({
    authority,
    isSecure,
    base: url.pathname.replace(/\/+$/, ''),
    hostHeader: hostHeader(authority, usual),
  })
}
