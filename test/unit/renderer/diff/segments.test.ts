import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLines } from '../../../../src/renderer/diff/engine/lines'
import { segmentsOf, turnsDirection, visibleText } from '../../../../src/renderer/diff/rows/segments'
import { highlightText } from '../../../../src/renderer/diff/syntax/highlight'
import { languageOf } from '../../../../src/renderer/diff/syntax/languages'
import { flattenSpans, type Spans } from '../../../../src/renderer/diff/syntax/spans'
import { shownLine } from '../../../../src/renderer/diff/viewer/side-text'

const spans = (...pieces: readonly number[]): Spans => ({
  first: Int32Array.from([0, pieces.length / 3]),
  pieces: Int32Array.from(pieces),
})

describe('segmentsOf', () => {
  it('cuts where the colour or the mark changes', () => {
    expect(segmentsOf('const a = 1', 0, spans(0, 5, 1, 10, 11, 4), [6, 7, 9, 11])).toEqual([
      { text: 'const', kind: 'keyword', marked: false, odd: false },
      { text: ' ', kind: 'plain', marked: false, odd: false },
      { text: 'a', kind: 'plain', marked: true, odd: false },
      { text: ' =', kind: 'plain', marked: false, odd: false },
      { text: ' ', kind: 'plain', marked: true, odd: false },
      { text: '1', kind: 'literal', marked: true, odd: false },
    ])
    expect(segmentsOf('', 0, null)).toEqual([])
  })

  it('holds the whole line, whatever the ranges', () => {
    const rising = fc
      .uniqueArray(fc.nat(30), { maxLength: 8 })
      .map((values) => values.sort((a, b) => a - b))
      .map((values) => (values.length % 2 === 0 ? values : values.slice(1)))
    fc.assert(
      fc.property(fc.string({ maxLength: 25 }), rising, rising, (line, marks, colours) => {
        const pieces = colours.flatMap((at, index) =>
          index % 2 === 0 ? [at, colours[index + 1] ?? at, 2] : [],
        )
        const segments = segmentsOf(line, 0, spans(...pieces), marks)
        expect(segments.map(({ text }) => text).join('')).toBe(visibleText(line))
      }),
    )
  })
})

describe('visibleText', () => {
  it('makes every character that hides or turns text a sign, one for one', () => {
    expect(visibleText('a\u0000b\u001b[1m\tc\u007f\r')).toBe('a¤b¤[1m\tc¤¶')
    expect(visibleText('if (a\u202e) \u2066b\u2069')).toBe('if (a‡) ‡b‡')
    expect(turnsDirection('a\u202eb')).toBe(true)
    expect(turnsDirection('grüße 日本')).toBe(false)
  })
})

describe('shownLine', () => {
  const side = (text: string, showReturns = false) => ({
    text,
    lines: findLines(text),
    spans: null,
    marks: null,
    showReturns,
  })
  it('cuts very long lines and counts what is left out', () => {
    const { segments, cut } = shownLine(side('x'.repeat(2345)), 0)
    expect([segments[0]?.text.length, cut]).toEqual([2000, 345])
  })
  it('shows carriage returns where they tell something', () => {
    expect(shownLine(side('a\r\n'), 0).segments[0]?.text).toBe('a')
    expect(shownLine(side('a\r\n', true), 0).segments.map(({ text, odd }) => [text, odd])).toEqual([
      ['a', false],
      ['¶', true],
    ])
  })
  it('says that the last line has no line feed', () => {
    expect(shownLine(side('a\nb'), 1).isOpenEnded).toBe(true)
    expect(shownLine(side('a\nb'), 0).isOpenEnded).toBe(false)
    expect(shownLine(side('a\nb\n'), 1).isOpenEnded).toBe(false)
  })
})

describe('colours', () => {
  it('come line by line, also of what spans several', async () => {
    const inserted = ['$', '{a}'].join('')
    const text = `const a = 1\n/* one\n   two */\nreturn \`x${inserted}\`\n`
    const found = await highlightText('typescript', text)
    const lines = findLines(text)
    const kindsOf = (index: number) =>
      segmentsOf(text.split('\n')[index] ?? '', index, found).map(
        ({ text: piece, kind }) => `${kind}:${piece}`,
      )
    expect(found?.first).toHaveLength(lines.count + 2)
    expect(kindsOf(0)).toEqual(['keyword:const', 'plain: a = ', 'literal:1'])
    expect(kindsOf(1)).toEqual(['comment:/* one'])
    expect(kindsOf(2)).toEqual(['comment:   two */'])
    expect(kindsOf(3)).toEqual(['keyword:return', 'plain: ', 'string:`x', `plain:${inserted}`, 'string:`'])
  })
  it('are left out where they would hold up the rest', async () => {
    expect(await highlightText('javascript', 'a\n'.repeat(200_000))).toBeNull()
    expect(await highlightText('javascript', 'a'.repeat(6000))).toBeNull()
    expect(await highlightText('no such language', 'a')).toBeNull()
  })
  it('take a tree without text', () => {
    expect(flattenSpans({ type: 'root', children: [] })).toEqual({
      first: Int32Array.from([0, 0]),
      pieces: new Int32Array(0),
    })
  })
  it.each([
    ['src/a.ts', 'typescript'],
    ['Makefile', 'makefile'],
    ['a/.npmrc', 'ini'],
    ['README.MD', 'markdown'],
    ['constructor', null],
    ['a.constructor', null],
    ['LICENSE', null],
  ])('%s', (path, language) => {
    expect(languageOf(path)).toBe(language)
  })
})
