import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLines, lastLines, parseAnsi, stripAnsi } from '../../../../src/renderer/timeline/text/ansi'

const textOf = (text: string) =>
  parseAnsi(text)
    .map((line) => line.map((piece) => piece.text).join(''))
    .join('\n')

describe('parseAnsi', () => {
  it('reads colours and resets', () => {
    const [line] = parseAnsi('\x1b[31mred\x1b[0m plain \x1b[1;92mbold green\x1b[m')
    expect(line?.map(({ text, style }) => [text, style.ink, style.bold])).toEqual([
      ['red', 'red', false],
      [' plain ', null, false],
      ['bold green', 'green', true],
    ])
  })

  it('reads palette and true colours as the nearest ink, and leaves backgrounds out', () => {
    const inks = (text: string) => parseAnsi(text)[0]?.map(({ style }) => style.ink)
    expect(inks('\x1b[38;5;196mred')).toEqual(['red'])
    expect(inks('\x1b[38;2;10;200;20mgreen')).toEqual(['green'])
    expect(inks('\x1b[38:2:10:20:240mblue')).toEqual(['blue'])
    expect(inks('\x1b[48;5;21mplain')).toEqual([null])
  })

  it('keeps a colour over line ends', () => {
    const lines = parseAnsi('\x1b[33ma\nb')
    expect(lines.map((line) => line[0]?.style.ink)).toEqual(['yellow', 'yellow'])
  })

  it('drops what moves, titles, links and other escapes', () => {
    expect(
      textOf(
        '\x1b[2J\x1b[1;1Ha\x1b]0;title\x07b\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\c\x1b(B\x07',
      ),
    ).toBe('ablinkc')
  })

  it('starts a line again at a lone carriage return', () => {
    expect(textOf('10 %\r50 %\r100 %\r\ndone')).toBe('100 %\ndone')
    expect(textOf('10 %\r\x1b[K50 %')).toBe('50 %')
    expect(textOf('\x1b[31mred\x1b[0m\r\nnext')).toBe('red\nnext')
  })

  it('shows characters that turn the direction of text around by name', () => {
    expect(textOf('a\u202eb')).toBe('a⟨U+202E⟩b')
  })

  it('leaves no control character, whatever comes', () => {
    const any = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom('\x1b[', '\x1b]', '\x1b', '\x9b31m', '\x07', '\r', '\n', 'm', ';'),
      ),
    )
    fc.assert(
      fc.property(any, (parts) => {
        const text = parts.join('')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be left
        expect(textOf(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be left
        expect(stripAnsi(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
      }),
    )
  })
})

describe('lines of a text', () => {
  it('are counted and cut at the end as splitting does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'bc', '\n'), { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, count) => {
          const text = parts.join('')
          const lines = text.split('\n')
          if (lines.at(-1) === '') lines.pop()
          expect(countLines(text)).toBe(lines.length)
          const tail = lastLines(text, count).split('\n')
          if (tail.at(-1) === '') tail.pop()
          expect(tail).toEqual(lines.slice(-count))
        },
      ),
    )
  })
})
