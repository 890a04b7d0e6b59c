import { formatRange, parseRange } from './range.js'
import { isBlank } from './util.js'

/** Reads several ranges, separated by commas: "1-3, 7-9". */
export function parseList(text) {
  return text
    .split(',')
    .filter((part) => !isBlank(part))
    .map(parseRange)
}

/** Writes several ranges the way parseList reads them. */
export function formatList(ranges) {
  return ranges.map(formatRange).join(', ')
}
