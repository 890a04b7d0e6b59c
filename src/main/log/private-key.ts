import { type FoundSecret, ranks, type SecretPart } from './found-secret'

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
    body.lastIndex = 0
    body.test(text.slice(from, at + maxPrivateKey))
    const end = from + body.lastIndex
    return text.length - at < maxPrivateKey ? { ...found, end, open: true } : { ...found, end }
  }
}

/**
 * One line of a key: base64 alone, or a header of it, behind what a viewer puts before a line. No character can be taken
 * by two neighbouring repetitions: a line is as long as an agent likes.
 */
const keyLine =
  /^[\s>|+*\d:→-]*(?![\s>|+*\d:→-])(?:[A-Za-z0-9+/=]*|[A-Za-z][A-Za-z0-9-]{1,40}:\s?(?:[A-Za-z0-9 ,./+=-]*[A-Za-z0-9,./+=-])?)[\s\\]*$/

/** Follows private keys through texts of which each is shown on its own, such as the lines that `cat` prints one by one. */
export type KeyCarry = {
  /** Takes the next text; how many characters of its beginning belong to a key that an earlier one began. */
  readonly take: (text: string) => number
}

export function createKeyCarry(): KeyCarry {
  let open = false
  let length = 0
  const carried = (text: string): number => {
    lastLine.lastIndex = 0
    const close = lastLine.exec(text)
    const inner = close === null ? text : text.slice(0, close.index)
    let end = 0
    for (const line of inner.split('\n')) {
      if (!keyLine.test(line)) {
        open = false
        return end
      }
      end = Math.min(inner.length, end + line.length + 1)
    }
    length += inner.length
    open = close === null && length < maxPrivateKey
    return close === null ? end : close.index + close[0].length
  }
  return {
    take: (text) => {
      const end = open ? carried(text) : 0
      const begun = text.lastIndexOf(privateKeyTrigger)
      if (begun < end) return end
      const key = createPrivateKeyLook(text)(begun)
      if (key?.open !== undefined && /^[\s\\nr"]*$/.test(text.slice(key.end))) {
        open = true
        length = 0
      }
      return end
    },
  }
}

/** The beginning of a piece, as a part that belongs to a private key. */
export function privateKeyPart(piece: string, end: number): SecretPart {
  return { piece, found: [{ start: 0, end, name: 'private key', rank: ranks.shape }] }
}
