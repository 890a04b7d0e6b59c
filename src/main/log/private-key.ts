import { type FoundSecret, ranks } from './found-secret'

export const privateKeyTrigger = '-----BEGIN'

/** Characters from a key's first line to where its last is looked for, and up to where one without it is masked. */
export const maxPrivateKey = 64 * 1024

const label = ' ?(?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----'
const firstLine = new RegExp(`-----BEGIN${label}`, 'y')
const lastLine = new RegExp(`-----END${label}`, 'g')
/** What a key's lines are made of, also inside JSON, with line numbers, or in a diff. */
const body = /[A-Za-z0-9+/=\s\\:,.→|>*-]*/y

/**
 * For one text: the private key that begins at a place, or null. One that is not closed is masked as far as its lines
 * seem to go, so that what stands around it (the JSON it is in) is left; more text may still close it.
 */
export function createPrivateKeyLook(text: string): (at: number) => FoundSecret | null {
  // Looked for once, not again for every beginning before it.
  let searchedFrom = -1
  let close: { readonly start: number; readonly end: number } | null = null
  const closeAfter = (from: number) => {
    const known = searchedFrom !== -1 && from >= searchedFrom && (close === null || close.start >= from)
    if (known) return close
    lastLine.lastIndex = from
    const found = lastLine.exec(text)
    searchedFrom = from
    close = found === null ? null : { start: found.index, end: lastLine.lastIndex }
    return close
  }
  return (at) => {
    firstLine.lastIndex = at
    if (!firstLine.test(text)) return null
    const from = firstLine.lastIndex
    const found = { start: at, name: 'private key', rank: ranks.shape } as const
    const closed = closeAfter(from)
    if (closed !== null && closed.end - at <= maxPrivateKey) return { ...found, end: closed.end }
    body.lastIndex = from
    body.test(text)
    const end = Math.min(body.lastIndex, at + maxPrivateKey)
    return text.length - at < maxPrivateKey ? { ...found, end, open: true } : { ...found, end }
  }
}
