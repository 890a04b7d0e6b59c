import type { FoundSecret } from './found-secret'
import { beforeEscape, maskFound } from './mask'
import { maxPrivateKey } from './private-key'
import type { SecretKnowledge } from './secret-knowledge'
import { startOfToken, unfinishedStart } from './unfinished'

/** Masks secrets in text that comes in pieces. What may be the beginning of one is held back until it is known. */
export type RedactionStream = {
  /** Takes a piece; gives what can be shown by now. */
  readonly push: (piece: string) => string
  /** Gives what was held back, when nothing more comes. */
  readonly end: () => string
}

type StreamDeps = {
  /** Asked again for each piece: a secret may become known while text streams. */
  readonly knowledge: () => SecretKnowledge
  readonly count: (name: string) => void
}

/** So much text may be held back, and up to a quarter more, in characters: a private key that is not closed. */
const maxHeld = maxPrivateKey
/** A run of characters without white space that is longer than this is no key any more. */
const maxToken = 16 * 1024
/** What was shown last and is looked at again with what follows it, as some secrets are known by what is before them. */
const maxContext = 256

/** Less than this is looked at with every piece. */
const smallHeld = 1024
/** Longest closing line of a private key. */
const maxCloseLine = 120
const closeLine = '-----END'

/**
 * No secret but those that `unfinishedStart` knows holds white space: so all but the last word can be shown, unless one
 * of those has begun before it.
 */
export function createRedactionStream({ knowledge, count }: StreamDeps): RedactionStream {
  /** What is held back, behind a little of what has been shown. */
  let text = ''
  let shownTo = 0
  /** The end of the text while a private key that has begun is waited for to close; null if none is. */
  let keyTail: string | null = null
  /** Whether a word, or the private key, has ended since the text was looked at. */
  let boundary = false
  /** So much must be held back before it is looked at again: growing with it, so that small pieces cost no more. */
  let dueAt = 0

  const show = (found: readonly FoundSecret[], to: number): string => {
    const shown = maskFound(text, found, shownTo, to, count)
    // Nothing that is masked is looked at again.
    const masked = found.findLast(({ end }) => end <= to)
    const contextFrom = Math.max(0, to - maxContext, masked?.end ?? 0)
    text = text.slice(contextFrom)
    shownTo = to - contextFrom
    keyTail = null
    boundary = false
    const held = text.length - shownTo
    dueAt = held < smallHeld ? 0 : held + held / 4
    return shown
  }

  /** Whether a piece, which is in the text already, lets something be shown; if not, nothing needs to be looked at. */
  const isDue = (piece: string, byLine: boolean): boolean => {
    if (keyTail === null) boundary ||= byLine ? piece.includes('\n') : /\s/.test(piece)
    else {
      // Looked for in the pieces: to look into the text would put it together anew for each of them.
      const tail = keyTail + piece
      boundary ||= tail.includes(closeLine)
      keyTail = tail.slice(-closeLine.length)
    }
    const held = text.length - shownTo
    if (held < dueAt) return false
    return boundary || held >= (keyTail === null ? 2 * maxToken : maxHeld)
  }

  return {
    push: (piece) => {
      text += piece
      const known = knowledge()
      if (!isDue(piece, known.byLine)) return ''
      const found = known.find(text)
      const to = Math.max(shownTo, safeEnd(text, shownTo, found, known))
      const holdsKey = found.some(({ start, open }) => open !== undefined && start >= to)
      const shown = show(found, to)
      if (holdsKey) keyTail = text.slice(-maxCloseLine)
      return shown
    },
    end: () => {
      const shown = show(knowledge().find(text), text.length)
      text = ''
      shownTo = 0
      return shown
    },
  }
}

/** Up to where the text can be shown: whatever follows it, the secrets before that place stay the same. */
function safeEnd(text: string, from: number, found: readonly FoundSecret[], known: SecretKnowledge): number {
  const lastToken = Math.max(from, text.length - maxToken)
  let end = known.byLine
    ? Math.max(lastToken, text.lastIndexOf('\n') + 1)
    : Math.max(from, beforeEscape(text, startOfToken(text, text.length, lastToken)))
  const unfinished = unfinishedStart(text, known)
  if (unfinished < end) end = Math.max(from, beforeEscape(text, unfinished))
  // From the last to the first, since one that is held back can draw the one before it in.
  for (const { start, end: secretEnd, open } of found.toReversed())
    if (start >= from && start < end && (secretEnd > end || secretEnd === text.length || open !== undefined))
      end = Math.max(from, beforeEscape(text, start))
  if (text.length - end <= maxHeld) return end
  // Too much to hold: shown up to the last word, or up to the end of the secret that goes over its beginning.
  const across = found.find(({ start, end: secretEnd }) => start < lastToken && secretEnd > lastToken)
  return across?.end ?? lastToken
}
