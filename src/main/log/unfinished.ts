import { beginningLength, type SecretKnowledge } from './secret-knowledge'
import { unfinishedShape } from './secret-rules'

/** Far enough back for whatever `unfinishedShape` may match. */
const maxShape = 400
/** Longest that is looked at of a text's end, for the beginning of a wrapped literal. */
const maxLines = 4096

/**
 * Where the end of a text may be the beginning of a secret that goes on behind white space: a value with spaces, one in
 * base64 that is wrapped, a header, a private key. The text's length if nowhere.
 */
export function unfinishedStart(text: string, { spaced, wrapped }: SecretKnowledge): number {
  let start = text.length
  for (const literal of spaced) start = Math.min(start, startOfSpaced(text, literal))
  const tailFrom = Math.max(0, text.length - maxShape)
  const shape = unfinishedShape.exec(text.slice(tailFrom))
  if (shape !== null) start = Math.min(start, tailFrom + shape.index)
  return wrapped.size === 0 ? start : Math.min(start, startOfWrapped(text, wrapped))
}

/** Where the word that ends at `position` begins; not before `least`. */
export function startOfToken(text: string, position: number, least: number): number {
  let start = position
  while (start > least && !isSpace(text.charCodeAt(start - 1))) start -= 1
  return start
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x2028 || code === 0x2029
  )
}

function startOfSpaced(text: string, secret: string): number {
  const first = secret.charAt(0)
  let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1))
  while (at !== -1) {
    if (secret.startsWith(text.slice(at))) return at
    at = text.indexOf(first, at + 1)
  }
  return text.length
}

const base64Lines = /[A-Za-z0-9+/_-]{4}[\r\n]+$/

/** Only text that ends with a line break matters: without, the word before it is held back anyway. */
function startOfWrapped(text: string, wrapped: SecretKnowledge['wrapped']): number {
  if (!base64Lines.test(text.slice(-8))) return text.length
  // The lines at the end that are nothing but base64, joined, and where in the text each character of them stands.
  const places: number[] = []
  let joined = ''
  for (let at = text.length - 1; at >= 0 && text.length - at < maxLines; at -= 1) {
    const char = text.charAt(at)
    if (char === '\n' || char === '\r') continue
    if (!/[A-Za-z0-9+/_-]/.test(char)) break
    places.push(at)
  }
  places.reverse()
  for (const at of places) joined += text.charAt(at)
  for (const [index, at] of places.entries()) {
    const beginning = joined.slice(index, index + beginningLength)
    const rest = wrapped.get(beginning)
    if (rest?.some((secret) => secret.startsWith(joined.slice(index)))) return at
  }
  return text.length
}
