import { diff } from 'fast-myers-diff'

/** Pieces of a line: words, runs of white space, single other characters. */
export function splitWords(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu) ?? []
}

/** Ranges of changed characters in a line: start, end, start, end … */
export type Marks = readonly number[]
export type MarkedPair = { readonly before: Marks; readonly after: Marks }

const maxWords = 400
const maxLength = 4000
/** Where more of a line than this changed, marking words would only be noise. */
const maxShare = 0.8
const nothing: MarkedPair = { before: [], after: [] }

/** Finds which words changed between two lines that stand for each other. Bounded for very long lines. */
export function markWords(before: string, after: string): MarkedPair {
  if (before.length > maxLength || after.length > maxLength) return nothing
  const a = splitWords(before)
  const b = splitWords(after)
  const marked = a.length > maxWords || b.length > maxWords ? markMiddle(before, after) : markEach(a, b)
  const tooMuch = share(marked.before, before) > maxShare && share(marked.after, after) > maxShare
  return tooMuch ? nothing : marked
}

function markEach(a: readonly string[], b: readonly string[]): MarkedPair {
  const changes = [...diff([...a], [...b])]
  const ends = (words: readonly string[]) => {
    let at = 0
    return [0, ...words.map((word) => (at += word.length))]
  }
  const inA = ends(a)
  const inB = ends(b)
  return {
    before: joinMarks(
      changes.map(([from, to]) => [inA[from] ?? 0, inA[to] ?? 0]),
      a.join(''),
    ),
    after: joinMarks(
      changes.map(([, , from, to]) => [inB[from] ?? 0, inB[to] ?? 0]),
      b.join(''),
    ),
  }
}

/** Everything between the common beginning and the common end. */
function markMiddle(before: string, after: string): MarkedPair {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const range = (line: string): Marks => (head < line.length - tail ? [head, line.length - tail] : [])
  return { before: range(before), after: range(after) }
}

/** Drops empty ranges, joins those with only white space between them, and leaves out white space at their ends. */
function joinMarks(ranges: readonly (readonly [number, number])[], line: string): Marks {
  const joined: (readonly [number, number])[] = []
  for (const [from, to] of ranges) {
    if (from === to) continue
    const last = joined.at(-1)
    if (last !== undefined && line.slice(last[1], from).trim() === '')
      joined[joined.length - 1] = [last[0], to]
    else joined.push([from, to])
  }
  return joined.flatMap(([from, to]) => trimRange(from, to, line))
}

function trimRange(from: number, to: number, line: string): readonly [number, number] {
  const text = line.slice(from, to)
  if (text.trim() === '') return [from, to]
  return [from + text.length - text.trimStart().length, to - text.length + text.trimEnd().length]
}

function share(marks: Marks, line: string): number {
  let marked = 0
  for (let at = 0; at < marks.length; at += 2) marked += (marks[at + 1] ?? 0) - (marks[at] ?? 0)
  return line.trim() === '' ? 0 : marked / line.trim().length
}

/** How much two lines have in common, from 0 to 1: the share of characters in words that both have. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>()
  let total = 0
  for (const word of a) {
    if (word.trim() === '') continue
    total += word.length
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  let common = 0
  for (const word of b) {
    if (word.trim() === '') continue
    total += word.length
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    counts.set(word, left - 1)
    common += word.length
  }
  return total === 0 ? 1 : (2 * common) / total
}
