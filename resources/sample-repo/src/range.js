import { clean } from './util.js'

/**
 * A range of whole numbers, both ends included. An open end is Infinity.
 * @typedef {{ from: number, to: number }} Range
 */

/**
 * Reads a range such as "3-7".
 * @param {string} text
 * @returns {Range}
 */
export function parseRange(text) {
  const m = /^(\d+)-(\d+)$/.exec(clean(text))
  if (!m) throw new RangeError(`not a range: "${text}"`)
  const from = Number(m[1])
  const to = Number(m[2])
  if (from > to) throw new RangeError(`the end lies before the start: "${text}"`)
  return { from, to }
}

/**
 * Writes a range the way parseRange reads it.
 * @param {Range} range
 */
export function formatRange({ from, to }) {
  return to === Infinity ? `${from}-` : `${from}-${to}`
}

/**
 * @param {Range} range
 * @param {number} number
 */
export function contains({ from, to }, number) {
  return from <= number && number <= to
}

/**
 * @param {Range} a
 * @param {Range} b
 */
export function overlaps(a, b) {
  return a.from <= b.to && b.from <= a.to
}
