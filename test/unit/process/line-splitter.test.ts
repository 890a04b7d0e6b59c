import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter, cutLineMarker } from '../../../src/main/process/line-splitter'

function linesOf(chunks: readonly Buffer[], maxBytes = 1024, rest: 'deliver' | 'drop' = 'deliver'): string[] {
  const splitter = createLineSplitter({ maxBytes })
  const lines: string[] = []
  const pull = (): void => {
    for (let line = splitter.next(); line !== null; line = splitter.next()) lines.push(line)
  }
  for (const chunk of chunks) {
    splitter.push(chunk)
    pull()
  }
  splitter.end(rest)
  pull()
  return lines
}

const text = (...parts: string[]): Buffer[] => parts.map((part) => Buffer.from(part))

describe('createLineSplitter', () => {
  it('joins a line that comes in pieces and ends at LF or CRLF', () => {
    expect(linesOf(text('on', 'e\ntw', 'o\r', '\nthree\r\n'))).toEqual(['one', 'two', 'three'])
  })

  it('gives empty lines and a last line without an end', () => {
    expect(linesOf(text('\n\na\n\nlast'))).toEqual(['', '', 'a', '', 'last'])
    expect(linesOf(text('a\n'))).toEqual(['a'])
    expect(linesOf([])).toEqual([])
  })

  it('keeps a carriage return that is not before a line end, and NUL characters', () => {
    expect(linesOf(text('50%\r100%\na\0b\n'))).toEqual(['50%\r100%', 'a\0b'])
  })

  it('decodes a character split over chunks and replaces what is not UTF-8', () => {
    const snow = Buffer.from('☃\n')
    expect(linesOf([snow.subarray(0, 1), snow.subarray(1, 2), snow.subarray(2)])).toEqual(['☃'])
    expect(linesOf([Buffer.from([0x61, 0xff, 0x62, 0x0a])])).toEqual(['a\ufffdb'])
  })

  it('cuts a line that is too long, drops the rest of it and goes on with the next', () => {
    const lines = linesOf(text('x'.repeat(15), 'x'.repeat(15), 'x\nnext\n'), 10)
    expect(lines).toEqual([`xxxxxxxxxx${cutLineMarker}`, 'next'])
    expect(linesOf(text(`${'x'.repeat(10)}\r\n${'y'.repeat(11)}\n`), 10)).toEqual([
      'xxxxxxxxxx',
      `yyyyyyyyyy${cutLineMarker}`,
    ])
  })

  it('keeps only the beginning of a line that is too long: nothing can read it, and all of it would cost', () => {
    const splitter = createLineSplitter()
    const million = Buffer.alloc(1024 * 1024, 'x')
    for (let pushed = 0; pushed < 8; pushed += 1) splitter.push(million)
    splitter.push(Buffer.from('\n'))
    expect(splitter.next()?.length).toBe(8 * million.length)
    for (let pushed = 0; pushed < 9; pushed += 1) splitter.push(million)
    splitter.push(Buffer.from('\nnext\n'))
    expect(splitter.next()).toBe(`${'x'.repeat(256 * 1024)}${cutLineMarker}`)
    expect(splitter.next()).toBe('next')
  })

  it('does not split a character where it cuts', () => {
    expect(linesOf(text('aaaaaaaa☃☃☃\n'), 10)).toEqual([`aaaaaaaa${cutLineMarker}`])
  })

  it('delivers a long line without an end before it has all come, so that memory stays bounded', () => {
    const splitter = createLineSplitter({ maxBytes: 1000 })
    let delivered = 0
    for (let count = 0; count < 1000; count += 1) {
      splitter.push(Buffer.alloc(100, 0x61))
      if (splitter.next() !== null) delivered = count
    }
    expect(delivered).toBe(10)
  })

  it('drops an unfinished line where the stream was cut off by us', () => {
    expect(linesOf(text('whole\nhal'), 1024, 'drop')).toEqual(['whole'])
  })

  it('drops it, too, when it was pushed but not yet looked at', () => {
    const splitter = createLineSplitter()
    splitter.push(Buffer.from('whole\nhal'))
    splitter.end('drop')
    expect([splitter.next(), splitter.next()]).toEqual(['whole', null])
  })

  it('gives the same lines however the bytes are chunked', () => {
    const byte = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0x0a, 0x0d, 0x61, 0xe2, 0x98, 0x83, 0x00, 0xff) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
    )
    const cases = fc.record({
      bytes: fc.array(byte, { maxLength: 300 }),
      cuts: fc.array(fc.nat(300), { maxLength: 30 }),
      maxBytes: fc.integer({ min: 4, max: 40 }),
    })
    fc.assert(
      fc.property(cases, ({ bytes, cuts, maxBytes }) => {
        const whole = Buffer.from(bytes)
        const points = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length]
        const chunks = points.slice(1).map((end, index) => whole.subarray(points[index], end))
        expect(linesOf(chunks, maxBytes)).toEqual(linesOf([whole], maxBytes))
      }),
      { numRuns: 1000 },
    )
  })

  it('gives what splitting the whole text gives, where no line is too long', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.constantFrom('a', ' ', 'é', '☃', '😀', '\0')).map((characters) => characters.join('')),
        ),
        (all) => {
          const bytes = Buffer.from(all.map((line) => `${line}\n`).join(''))
          const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
            bytes.subarray(index * 7, index * 7 + 7),
          )
          expect(linesOf(chunks, 10_000)).toEqual(all)
        },
      ),
    )
  })
})
