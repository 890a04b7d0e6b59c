import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contains, formatRange, overlaps, parseList, parseRange } from '../src/index.js'

test('parses a range with both ends', () => {
  assert.deepEqual(parseRange('3-7'), { from: 3, to: 7 })
})

test('parses a range of one number', () => {
  assert.deepEqual(parseRange('5-5'), { from: 5, to: 5 })
})

test('ignores white space around it', () => {
  assert.deepEqual(parseRange('  3-7\n'), { from: 3, to: 7 })
})

test('parses an open end', () => {
  assert.deepEqual(parseRange('3-'), { from: 3, to: Infinity })
})

test('rejects words', () => {
  assert.throws(() => parseRange('three-seven'), RangeError)
})

test('rejects an empty text', () => {
  assert.throws(() => parseRange(''), RangeError)
})

test('rejects a lone dash', () => {
  assert.throws(() => parseRange('-'), RangeError)
})

test('rejects a missing start', () => {
  assert.throws(() => parseRange('-7'), RangeError)
})

test('rejects an end before the start', () => {
  assert.throws(() => parseRange('7-3'), RangeError)
})

test('formats both ends', () => {
  assert.equal(formatRange({ from: 3, to: 7 }), '3-7')
})

test('formats an open end', () => {
  assert.equal(formatRange({ from: 3, to: Infinity }), '3-')
})

test('contains its ends and nothing beyond them', () => {
  const range = parseRange('3-7')
  assert.deepEqual(
    [2, 3, 7, 8].map((number) => contains(range, number)),
    [false, true, true, false],
  )
})

test('knows which ranges overlap', () => {
  assert.equal(overlaps(parseRange('1-3'), parseRange('3-5')), true)
  assert.equal(overlaps(parseRange('1-3'), parseRange('4-5')), false)
})

test('parses a list', () => {
  assert.deepEqual(parseList('1-3, 7-9'), [
    { from: 1, to: 3 },
    { from: 7, to: 9 },
  ])
})
