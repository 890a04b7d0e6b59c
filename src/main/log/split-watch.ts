import { type FoundSecret, joinOverlapping, type SecretPart } from './found-secret'
import { maskFound } from './mask'
import { maxPrivateKey, privateKeyTrigger } from './private-key'
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

/** So much of a piece's beginning, and the word it ends in, is looked at together with what came before it. */
const shortHead = 200
/** What is looked at of a piece's end, and remembered of pieces that could not wait any longer. */
const maxTail = 4096
/** What is remembered of a text that nothing waits in. */
const maxContext = 160
/** Less than this is looked at with every piece. */
const smallText = 1024

type Waiting<Owner> = { readonly owner: Owner; readonly piece: string; from: number }

export function createSplitWatch<Owner>(
  knowledge: () => SecretKnowledge,
  { separator, onWait, onFree, onPart }: SplitWatchOptions<Owner>,
): SplitWatch<Owner> {
  /** The end of the text so far, with all pieces that wait. */
  let text = ''
  let waiting: Waiting<Owner>[] = []
  /** So long must the text be to be looked at again while pieces wait: growing with it, so that small ones cost no more. */
  let dueAt = 0

  const keepFrom = (from: number): void => {
    text = text.slice(from)
    for (const each of waiting) each.from -= from
  }
  /** `first`: how many of the secrets end before the piece does begin. */
  const tell = ({ owner, piece, from }: Waiting<Owner>, found: readonly FoundSecret[], first = 0): void => {
    const own: FoundSecret[] = []
    for (let index = first; index < found.length; index += 1) {
      const each = found[index]
      if (each === undefined || each.start >= from + piece.length) break
      const start = Math.max(0, each.start - from)
      const end = Math.min(piece.length, each.end - from)
      if (end > start) own.push({ ...each, start, end })
    }
    if (own.length > 0) onPart(owner, { piece, found: own })
  }
  const free = (until: number, found: readonly FoundSecret[]): void => {
    const still: Waiting<Owner>[] = []
    let first = 0
    for (const each of waiting) {
      if (each.from + each.piece.length > until) {
        still.push(each)
        continue
      }
      while ((found[first]?.end ?? Number.POSITIVE_INFINITY) <= each.from) first += 1
      tell(each, found, first)
      onFree(each.owner)
    }
    waiting = still
  }
  const freeAll = (): void => {
    if (waiting.length > 0) free(Number.POSITIVE_INFINITY, knowledge().find(text))
  }
  const isTooMuch = (): boolean => text.length > 2 * maxPrivateKey

  /** The secrets around the border between what came before and a piece; what lies in the piece alone is left to others. */
  const findAcross = (before: string, piece: string, known: SecretKnowledge): readonly FoundSecret[] => {
    const head = piece.slice(0, endOfWord(piece, shortHead))
    const found = known.find(before + head)
    const goesOn = found.some(({ end }) => end === before.length + head.length)
    return goesOn && head.length < piece.length ? known.find(before + piece.slice(0, maxPrivateKey)) : found
  }
  const pushFirst = (piece: string, owner: Owner): void => {
    const known = knowledge()
    const before = text === '' ? '' : text + separator
    const each = { owner, piece, from: before.length }
    if (before !== '') tell(each, findAcross(before, piece, known))
    text = before + piece
    const from = Math.max(0, text.length - maxTail)
    const tail = text.slice(from)
    const suspect = from + Math.min(startOfOpen(tail, known), suspectStart(tail, known))
    if (suspect < text.length) {
      waiting.push(each)
      onWait(owner)
      dueAt = 0
    }
    keepFrom(Math.max(0, suspect - maxContext))
  }
  const pushNext = (piece: string, owner: Owner): void => {
    text += separator
    waiting.push({ owner, piece, from: text.length })
    onWait(owner)
    text += piece
    if (text.length < dueAt) return
    const known = knowledge()
    const found = known.find(text)
    const suspect = Math.min(openIn(text, found), suspectStart(text, known))
    free(suspect, found)
    keepFrom(Math.max(0, Math.min(suspect, waiting[0]?.from ?? text.length) - maxContext))
    dueAt = text.length < smallText ? 0 : text.length + text.length / 4
  }

  return {
    push: (piece, owner) => {
      if (piece === '') return
      if (waiting.length === 0) pushFirst(piece, owner)
      else pushNext(piece, owner)
      if (!isTooMuch()) return
      freeAll()
      keepFrom(Math.max(0, text.length - maxTail))
    },
    release: () => {
      freeAll()
      keepFrom(Math.max(0, text.length - maxTail))
    },
    end: () => {
      freeAll()
      text = ''
    },
  }
}

function openIn(text: string, found: readonly FoundSecret[]): number {
  return found.find(({ open, end }) => open !== undefined && end === text.length)?.start ?? text.length
}

/** Where a private key begins that the end of a text is still within. */
function startOfOpen(text: string, { find }: SecretKnowledge): number {
  return text.includes(privateKeyTrigger) ? openIn(text, find(text)) : text.length
}

function endOfWord(text: string, from: number): number {
  const end = text.slice(from, from + maxTail).search(/\s/)
  return end === -1 ? from + maxTail : from + end
}

/** A piece that is shorter is only looked for as a whole text, as it would be met by chance inside of others. */
const leastInner = 8
/** Characters that are compared for all texts together: an agent's line may hold any number of pieces, each like the others. */
const maxCompared = 20_000_000

/** Masks in a text what its pieces are known to hold of secrets: the pieces themselves, wherever they stand in it. */
export function maskParts(text: string, parts: readonly SecretPart[]): string {
  return createPartsMask(parts)(text)
}

/** The same for several texts. One that would take too long to look through is masked as a whole. */
export function createPartsMask(parts: readonly SecretPart[]): (text: string) => string {
  const told = new Map<string, FoundSecret[]>()
  const add = (piece: string, found: readonly FoundSecret[]): void => {
    const same = told.get(piece)
    if (same === undefined) told.set(piece, [...found])
    else for (const each of found) same.push(each)
  }
  for (const { piece, found } of parts) {
    add(piece, found)
    // Where the parser changed the text that it took the piece from, this is still in it.
    for (const each of found)
      if (each.end - each.start >= leastInner && each.end - each.start < piece.length)
        add(piece.slice(each.start, each.end), [{ ...each, start: 0, end: each.end - each.start }])
  }
  const known = new Map<string, readonly FoundSecret[]>()
  const byBeginning = new Map<string, SecretPart[]>()
  const firstCodes = new Set<number>()
  for (const [piece, all] of told) {
    const found = joinOverlapping(all)
    known.set(piece, found)
    if (piece.length < leastInner) continue
    const beginning = piece.slice(0, leastInner)
    const part = { piece, found }
    const same = byBeginning.get(beginning)
    if (same === undefined) byBeginning.set(beginning, [part])
    else same.push(part)
    firstCodes.add(piece.charCodeAt(0))
  }
  let left = maxCompared

  return (text) => {
    const all: FoundSecret[] = [...(known.get(text) ?? [])]
    for (let at = 0; at + leastInner <= text.length; at += 1) {
      if (!firstCodes.has(text.charCodeAt(at))) continue
      for (const { piece, found } of byBeginning.get(text.slice(at, at + leastInner)) ?? []) {
        const same = commonLength(piece, text, at)
        left -= same
        if (same === piece.length) {
          left -= found.length
          for (const each of found) all.push({ ...each, start: at + each.start, end: at + each.end })
        }
        if (left < 0) return `[masked: ${found[0]?.name ?? ''}]`
      }
    }
    return maskFound(text, joinOverlapping(all), 0, text.length, () => {})
  }
}

/** How many of a piece's characters a text has in the same order from a place on. */
function commonLength(piece: string, text: string, at: number): number {
  let length = leastInner
  while (length < piece.length && piece.charCodeAt(length) === text.charCodeAt(at + length)) length += 1
  return length
}
