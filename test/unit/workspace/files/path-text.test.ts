import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodePath, showPath } from '../../../../src/main/workspace/files/path-text'

const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

it('gives text that stands for the very same bytes, or null', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (raw) => {
      const bytes = Buffer.from(raw)
      const text = decodePath(bytes)
      if (text !== null) expect(Buffer.from(text)).toEqual(bytes)
    }),
  )
})

it('reads every text', () => {
  fc.assert(
    fc.property(fc.array(character, { maxLength: 20 }), (characters) => {
      const text = characters.join('')
      expect(decodePath(Buffer.from(text))).toBe(text)
    }),
  )
  expect(decodePath(Buffer.from('a\uFFFDb'))).toBe('a\uFFFDb')
  expect(decodePath(Buffer.from('\uFEFFa'))).toBe('\uFEFFa')
})

it('shows bytes that are no text as \\xNN and leaves the rest readable', () => {
  expect(showPath(Buffer.from([0x61, 0xff, 0x62, 0xc3, 0xa9, 0xc3]))).toBe('a\\xFFbé\\xC3')
  expect(showPath(Buffer.from([0xed, 0xa0, 0x80]))).toBe('\\xED\\xA0\\x80')
  expect(showPath(Buffer.from([0xc0, 0xaf]))).toBe('\\xC0\\xAF')
})
