import type { LiteralSecret } from './environment-secrets'
import { rarest } from './trigger-scan'

/** Where a literal that may be wrapped is looked for: some characters of it, and where in it they stand. */
export type Anchor = { readonly text: string; readonly offset: number }

/** Long enough to be rare, and short enough to be broken by few line breaks. */
const anchorLength = 6

/** One in each third: a line break hides one of them at most, and mostly none. */
export function anchorsOf({ text }: LiteralSecret): readonly Anchor[] {
  const third = Math.floor(text.length / 3)
  return [0, third, 2 * third].map((from) => {
    const rare = rarest(text, from, from + third)
    const offset = Math.max(from, Math.min(rare, from + third - anchorLength))
    return { text: text.slice(offset, Math.min(offset + anchorLength, from + third)), offset }
  })
}

/** The place of `secret` in the text, line breaks in it skipped, when its characters at `offset` stand at `at`. */
export function matchWrapped(
  text: string,
  secret: string,
  at: number,
  offset: number,
): { readonly start: number; readonly end: number } | null {
  let end = at
  for (let index = offset; index < secret.length; ) {
    if (text.charCodeAt(end) === secret.charCodeAt(index)) {
      end += 1
      index += 1
      continue
    }
    const next = end + breakAfter(text, end)
    if (next === end) return null
    end = next
  }
  let start = at
  for (let index = offset; index > 0; ) {
    const previous = start - breakBefore(text, start)
    if (previous !== start) start = previous
    else if (text.charCodeAt(start - 1) === secret.charCodeAt(index - 1)) {
      start -= 1
      index -= 1
    } else return null
  }
  return { start, end }
}

const newline = 0x0a
const carriageReturn = 0x0d
const backslash = 0x5c
const letterN = 0x6e
const letterR = 0x72

/** Length of one line-break character, or its escape in JSON, that begins at `at`; 0 for none. */
function breakAfter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === newline || code === carriageReturn) return 1
  if (code !== backslash) return 0
  const next = text.charCodeAt(at + 1)
  return next === letterN || next === letterR ? 2 : 0
}

/** The same for one that ends before `at`. */
function breakBefore(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  if (code === newline || code === carriageReturn) return 1
  return (code === letterN || code === letterR) && text.charCodeAt(at - 2) === backslash ? 2 : 0
}
