import { type FoundSecret, joinOverlapping, type SecretPart } from './found-secret'
import { maskFound } from './mask'
import { maxPrivateKey } from './private-key'
import type { SecretKnowledge } from './secret-knowledge'
import { suspectStart } from './unfinished'

/**
 * Watches a text that comes in pieces which are recorded one by one: a secret that is split over them is in none of them
 * as a whole. A piece whose end may be the beginning of one waits until it is known.
 */
export type SplitWatch<Owner> = {
  readonly push: (piece: string, owner: Owner) => void
  /** No piece can wait any longer; what follows still belongs to the same text. */
  readonly release: () => void
  /** The text has ended. */
  readonly end: () => void
}

export type SplitWatchOptions<Owner> = {
  /** Stands between two pieces without being of either. */
  readonly separator: '' | '\n'
  /** The owner's piece waits until `onFree` is called for it. */
  readonly onWait: (owner: Owner) => void
  readonly onFree: (owner: Owner) => void
  readonly onPart: (owner: Owner, part: SecretPart) => void
}

/** What is looked at of the beginning of a piece, together with what came before it: a secret is no longer. */
const maxHead = 4096
/** What is remembered of a text that nothing waits in. */
const maxContext = 256

type Waiting<Owner> = { readonly owner: Owner; readonly piece: string; from: number }

export function createSplitWatch<Owner>(
  knowledge: () => SecretKnowledge,
  { separator, onWait, onFree, onPart }: SplitWatchOptions<Owner>,
): SplitWatch<Owner> {
  /** The end of the text so far, with all pieces that wait. */
  let text = ''
  let waiting: Waiting<Owner>[] = []

  const keepFrom = (from: number): void => {
    text = text.slice(from)
    for (const each of waiting) each.from -= from
  }
  const tell = ({ owner, piece, from }: Waiting<Owner>, found: readonly FoundSecret[]): void => {
    const own = found.flatMap((each) => {
      const start = Math.max(0, each.start - from)
      const end = Math.min(piece.length, each.end - from)
      return end > start ? [{ ...each, start, end }] : []
    })
    if (own.length > 0) onPart(owner, { piece, found: own })
  }
  const free = (until: number, found: readonly FoundSecret[]): void => {
    const still: Waiting<Owner>[] = []
    for (const each of waiting) {
      if (each.from + each.piece.length > until) {
        still.push(each)
        continue
      }
      tell(each, found)
      onFree(each.owner)
    }
    waiting = still
  }
  const freeAll = (): void => {
    if (waiting.length > 0) free(Number.POSITIVE_INFINITY, knowledge().find(text))
  }
  const isTooMuch = (): boolean => text.length > 2 * maxPrivateKey

  const pushFirst = (piece: string, owner: Owner): void => {
    const known = knowledge()
    const before = text === '' ? '' : text + separator
    const each = { owner, piece, from: before.length }
    // What lies in the piece alone is found where the piece itself is masked.
    if (before !== '') tell(each, known.find(before + piece.slice(0, maxHead)))
    text = before + piece
    const from = Math.max(0, text.length - maxHead)
    const end = text.slice(from)
    const open = known.find(end).find((found) => found.open !== undefined && found.end === end.length)
    const suspect = from + Math.min(open?.start ?? end.length, suspectStart(end, known))
    if (suspect < text.length) {
      waiting.push(each)
      onWait(owner)
    }
    keepFrom(Math.max(0, Math.min(suspect, text.length) - maxContext))
  }
  const pushNext = (piece: string, owner: Owner): void => {
    const known = knowledge()
    text += separator
    waiting.push({ owner, piece, from: text.length })
    onWait(owner)
    text += piece
    const found = known.find(text)
    const open = found.find((each) => each.open !== undefined && each.end === text.length)
    const suspect = Math.min(open?.start ?? text.length, suspectStart(text, known))
    free(suspect, found)
    keepFrom(Math.max(0, Math.min(suspect, waiting[0]?.from ?? text.length) - maxContext))
  }

  return {
    push: (piece, owner) => {
      if (piece === '') return
      if (waiting.length === 0) pushFirst(piece, owner)
      else pushNext(piece, owner)
      if (!isTooMuch()) return
      freeAll()
      keepFrom(Math.max(0, text.length - maxHead))
    },
    release: () => {
      freeAll()
      keepFrom(Math.max(0, text.length - maxHead))
    },
    end: () => {
      freeAll()
      text = ''
    },
  }
}

/** A piece that is shorter is only looked for as a whole text, as it would be met by chance inside of others. */
const leastInner = 8

/** Masks in a text what its pieces are known to hold of secrets: the pieces themselves, wherever they stand in it. */
export function maskParts(text: string, parts: readonly SecretPart[]): string {
  const byPiece = new Map<string, FoundSecret[]>()
  for (const { piece, found } of parts) byPiece.set(piece, [...(byPiece.get(piece) ?? []), ...found])
  let masked = text
  for (const [piece, all] of byPiece) {
    const found = joinOverlapping(all)
    const isInner = piece.length >= leastInner && piece !== masked
    if (piece === masked || (isInner && masked.includes(piece))) {
      masked = masked.split(piece).join(maskFound(piece, found, 0, piece.length, () => {}))
      continue
    }
    // The parser changed the text that it took the piece from.
    for (const { start, end, name } of found)
      if (end - start >= leastInner) masked = masked.split(piece.slice(start, end)).join(`[masked: ${name}]`)
  }
  return masked
}
