import type { LiteralSecret } from './environment-secrets'
import { unfinishedSecret } from './secret-rules'

/** Masks secrets in text that comes in pieces. What may be the beginning of one is held back until it is known. */
export type RedactionStream = {
  /** Takes a piece; gives what can be shown by now. */
  readonly push: (piece: string) => string
  /** Gives what was held back, when nothing more comes. */
  readonly end: () => string
}

type Rules = {
  readonly redact: (text: string) => string
  readonly matches: (text: string) => Iterable<{ readonly 0: string; readonly index: number }>
  readonly literals: readonly LiteralSecret[]
}

/** Longest text that is held back, in characters. A secret longer than this is masked only in part. */
const maxHeld = 64 * 1024
/** A run of characters without white space that is longer than this is no key any more. */
const maxToken = 16 * 1024

/**
 * No secret but a private key, a spaced value and a header holds white space: so all but the last word can be shown,
 * unless one of those three has begun before it.
 */
export function createRedactionStream({ redact, matches, literals }: Rules): RedactionStream {
  const spaced = literals.filter(({ text }) => /\s/.test(text))
  let held = ''

  const safeEnd = (): number => {
    let end = Math.max(startOfToken(held, held.length), held.length - maxToken)
    for (const { text } of spaced) end = Math.min(end, startOfToken(held, startOfUnfinished(held, text)))
    const unfinished = unfinishedSecret.exec(held)
    if (unfinished !== null) end = Math.min(end, startOfToken(held, unfinished.index))
    // From the last to the first, since one that is held back can draw the one before it in.
    for (const { 0: match, index } of [...matches(held)].reverse()) {
      const matchEnd = index + match.length
      if (matchEnd > end || matchEnd === held.length) end = Math.min(end, startOfToken(held, index))
    }
    return held.length - end > maxHeld ? held.length : end
  }

  return {
    push: (piece) => {
      held += piece
      const end = safeEnd()
      const shown = redact(held.slice(0, end))
      held = held.slice(end)
      return shown
    },
    end: () => {
      const shown = redact(held)
      held = ''
      return shown
    },
  }
}

/** Where the word that ends at `position` begins. */
function startOfToken(text: string, position: number): number {
  let start = position
  while (start > 0 && !isSpace(text.charCodeAt(start - 1))) start -= 1
  return start
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x2028 || code === 0x2029
  )
}

/** Where the text's end may be the beginning of `secret`; the text's length if nowhere. */
function startOfUnfinished(text: string, secret: string): number {
  const first = secret.charAt(0)
  let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1))
  while (at !== -1) {
    if (secret.startsWith(text.slice(at))) return at
    at = text.indexOf(first, at + 1)
  }
  return text.length
}
