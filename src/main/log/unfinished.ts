import { firstShapeStart } from './secret-finder'
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

/** Longest end of a text that is looked at for the beginning of a secret, in characters. */
const maxSuspect = 4096

/**
 * Where the end of a text may be the beginning of a secret, by what secrets begin with; the text's length if nowhere.
 * Less than four characters of a secret that is known by its value are not seen, and give nothing away.
 */
export function suspectStart(text: string, known: SecretKnowledge): number {
  const from = Math.max(0, text.length - maxSuspect)
  const literal = Math.max(from, text.length - known.longest)
  const word = startOfToken(text, text.length, from)
  const shape = word + firstShapeStart(text.slice(word))
  return Math.min(shape, unfinishedStart(text, known), startOfLiteral(text, literal, known))
}

function startOfLiteral(text: string, from: number, { beginnings }: SecretKnowledge): number {
  if (beginnings.size === 0) return text.length
  for (let at = from; at + beginningLength <= text.length; at += 1) {
    const secrets = beginnings.get(text.slice(at, at + beginningLength))
    if (secrets?.some((secret) => secret.length > text.length - at && secret.startsWith(text.slice(at))))
      return at
  }
  return text.length
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

/** Of either alphabet. */
function isBase64(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
  return isLetter || (code >= 0x2f && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x5f
}

/** Only where a line has ended: a single word is held back anyway. */
function startOfWrapped(text: string, wrapped: SecretKnowledge['wrapped']): number {
  // The lines at the end that are nothing but base64, joined, and where in the text each character of them stands.
  const places: number[] = []
  let joined = ''
  let lineBreaks = 0
  for (let at = text.length - 1; at >= 0 && text.length - at < maxLines; at -= 1) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || code === 0x0d) lineBreaks += 1
    else if (isBase64(code)) places.push(at)
    else break
  }
  if (lineBreaks === 0) return text.length
  places.reverse()
  for (const at of places) joined += text.charAt(at)
  for (const [index, at] of places.entries()) {
    const beginning = joined.slice(index, index + beginningLength)
    const rest = wrapped.get(beginning)
    if (rest?.some((secret) => secret.startsWith(joined.slice(index)))) return at
  }
  return text.length
}
