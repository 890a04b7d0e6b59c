import type { Marks } from '../engine/words'
import { type CodeKind, codeKinds, type Spans } from '../syntax/spans'

/** A piece of a line that looks the same throughout. */
export type Segment = {
  readonly text: string
  readonly kind: CodeKind
  readonly marked: boolean
  /** Stands for a character that can't be seen, or that would turn the text around. */
  readonly odd: boolean
}

type Range<T> = { readonly from: number; readonly to: number; readonly value: T }

/** Cuts line `index` where its colour or its mark changes. Its text is made visible (see visibleText). */
export function segmentsOf(
  line: string,
  index: number,
  spans: Spans | null,
  marks: Marks = [],
): readonly Segment[] {
  const colours = spansOfLine(spans, index)
  const marked = rangesOfMarks(marks)
  const odd = rangesOfHidden(line)
  const cuts = [0, line.length, ...[colours, marked, odd].flat().flatMap(ends)]
  const stops = [...new Set(cuts)].filter((at) => at <= line.length).sort((a, b) => a - b)
  const kindAt = valueAt(colours)
  const markAt = valueAt(marked)
  const oddAt = valueAt(odd)
  return stops.slice(1).map((to, at) => {
    const from = stops[at] ?? 0
    return {
      text: visibleText(line.slice(from, to)),
      kind: kindAt(from) ?? 'plain',
      marked: markAt(from) ?? false,
      odd: oddAt(from) ?? false,
    }
  })
}

function spansOfLine(spans: Spans | null, index: number): readonly Range<CodeKind>[] {
  const first = spans?.first[index] ?? 0
  const last = spans?.first[index + 1] ?? first
  return Array.from({ length: last - first }, (_, at) => {
    const [from = 0, to = 0, kind = 0] = spans?.pieces.subarray((first + at) * 3, (first + at) * 3 + 3) ?? []
    return { from, to, value: codeKinds[kind] ?? 'plain' }
  })
}

function rangesOfMarks(marks: Marks): readonly Range<true>[] {
  return Array.from({ length: marks.length >> 1 }, (_, at) => ({
    from: marks[at * 2] ?? 0,
    to: marks[at * 2 + 1] ?? 0,
    value: true,
  }))
}

function rangesOfHidden(line: string): readonly Range<true>[] {
  return [...line.matchAll(hidden)].map(({ index }) => ({ from: index, to: index + 1, value: true }))
}

const ends = ({ from, to }: Range<unknown>): readonly number[] => [from, to]

/** Looks up the range at a place. Places must be asked for in rising order. */
function valueAt<T>(ranges: readonly Range<T>[]): (at: number) => T | undefined {
  let next = 0
  return (at) => {
    while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const range = ranges[next]
    return range !== undefined && range.from <= at ? range.value : undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is made visible
const hidden = /[\u0000-\u0008\u000a-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const turning = /[\u202a-\u202e\u2066-\u2069]/

/** Signs that the bundled face has: a carriage return, another control character, a change of direction. */
const signs = { return: '\u00b6', control: '\u00a4', direction: '\u2021' } as const
export const directionSign = signs.direction

/**
 * Text as it is shown: control characters, and those that would turn the direction of text around, as signs, so that
 * code reads as a machine reads it. Every character stays one character.
 */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\r') return signs.return
    return character <= '\u007f' ? signs.control : signs.direction
  })
}

/** Whether a text holds characters that turn its direction around. */
export function turnsDirection(text: string): boolean {
  return turning.test(text)
}
