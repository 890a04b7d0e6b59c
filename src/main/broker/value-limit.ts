import { cutLine } from '../process'

/** Values in one line beyond what any agent has to say: lists of a file's lines, of a search's results. */
const mostValues = 100_000

/**
 * A line as it is read: one of more values is cut as one of too many bytes is. To parse, mask and check values takes far
 * longer than to print them, so that a few such lines would hold up the main loop for minutes.
 */
export function boundValues(line: string): string {
  // Each takes a character and one that leads to it.
  return line.length > 2 * mostValues && holdsMoreValues(line) ? cutLine(line) : line
}

const [quote, backslash, comma, list, object] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

function holdsMoreValues(line: string): boolean {
  let values = 0
  let isText = false
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    if (code === quote) isText = !isText
    else if (isText) at += code === backslash ? 1 : 0
    else if (code === comma || code === list || code === object) values += 1
    if (values > mostValues) return true
  }
  return false
}
