import { parseRange } from './range.js'

/**
 * The names of version 0.
 * @deprecated Use parseRange.
 */
export function parse(text) {
  const { from, to } = parseRange(text)
  return [from, to]
}
