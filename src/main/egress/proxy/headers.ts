import type { IncomingMessage } from 'node:http'

/** For one connection only (RFC 9110, 7.6.1), beside those that `Connection` names; `Expect` was answered by us. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

/** How long a message's body is said to be. */
export type BodyFraming = 'none' | 'chunked' | { readonly length: string }

export type PassedHead = {
  /** Names and values in turn, as they came. */
  readonly headers: string[]
  readonly body: BodyFraming
}

/**
 * The headers of a message that go on with it, and how its body is framed; null: its framing can be read in two ways.
 * The parser refuses most of that; what it lets through does not get past this.
 */
export function passedHead(
  { rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  isDropped: (name: string) => boolean = () => false,
): PassedHead | null {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  const passed: string[] = []
  const framing: { lengths: string[]; codings: string[] } = { lengths: [], codings: [] }
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    const lower = name.toLowerCase()
    if (lower === 'content-length') framing.lengths.push(value)
    else if (lower === 'transfer-encoding') framing.codings.push(value)
    if (hopByHop.has(lower) || lower === 'content-length' || named.has(lower) || isDropped(lower)) continue
    passed.push(name, value)
  }
  const body = readFraming(framing.lengths, framing.codings)
  return body === null ? null : { headers: passed, body }
}

function readFraming(lengths: readonly string[], codings: readonly string[]): BodyFraming | null {
  const [length] = lengths
  const [coding] = codings
  if (coding !== undefined)
    return codings.length === 1 && length === undefined && coding.toLowerCase() === 'chunked'
      ? 'chunked'
      : null
  if (length === undefined) return 'none'
  return lengths.length === 1 && /^[0-9]{1,15}$/.test(length) ? { length } : null
}

/** The header that frames a request's body so. Where none is no matter of course, it is said. */
export function framingHeader(body: BodyFraming, method: string): readonly string[] {
  if (body === 'none') return /^P(?:OST|UT|ATCH)$/.test(method) ? ['Content-Length', '0'] : []
  return body === 'chunked' ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', body.length]
}

/** About what a head has in bytes. */
export function headBytes(headers: readonly string[], firstLine: string): number {
  return headers.reduce((sum, text) => sum + text.length + 2, firstLine.length + 14)
}

export function countOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
}
