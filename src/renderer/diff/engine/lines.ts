/** How a file ends its lines. `none`: it has one line at most. */
export type LineEnds = 'none' | 'lf' | 'crlf' | 'mixed'

/**
 * Where a text's lines begin. Line `i` is `text.slice(starts[i], starts[i + 1])` without its line feed; a carriage
 * return before it belongs to the line, so that a change of line ends is a change. An empty text has no lines.
 */
export type Lines = {
  readonly count: number
  /** One more than there are lines: the last is the text's length (or one past it, without a last line feed). */
  readonly starts: Int32Array
  readonly endsWithNewline: boolean
  readonly lineEnds: LineEnds
}

const feed = 10
const carriageReturn = 13

/** Finds a text's lines in one pass, without making a string of each. */
export function findLines(text: string): Lines {
  const starts: number[] = [0]
  let crlf = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1)
    if (text.charCodeAt(at - 1) === carriageReturn) crlf += 1
  }
  const feeds = starts.length - 1
  const endsWithNewline = text.charCodeAt(text.length - 1) === feed
  // The last line without a feed gets the place where its feed would end.
  if (text.length > 0 && !endsWithNewline) starts.push(text.length + 1)
  return {
    count: starts.length - 1,
    starts: Int32Array.from(starts),
    endsWithNewline,
    lineEnds: feeds === 0 ? 'none' : crlf === 0 ? 'lf' : crlf === feeds ? 'crlf' : 'mixed',
  }
}

/** Line `index` of `text`, without its line feed. */
export function lineAt(text: string, lines: Lines, index: number): string {
  const from = lines.starts[index]
  const next = lines.starts[index + 1]
  return from === undefined || next === undefined ? '' : text.slice(from, next - 1)
}
