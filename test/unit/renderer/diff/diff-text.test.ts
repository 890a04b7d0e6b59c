import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffText, type TextDiff } from '../../../../src/renderer/diff/engine/diff-text'
import { findLines, type Lines, lineAt } from '../../../../src/renderer/diff/engine/lines'

const exact = { ignoreWhitespace: false }
const linesOf = (text: string, lines: Lines) =>
  Array.from({ length: lines.count }, (_, index) => lineAt(text, lines, index))

/** “-old”, “+new” and “ same” rows, as a unified diff without folding has them. */
function unified(before: string, after: string, diff: TextDiff): readonly string[] {
  const a = linesOf(before, diff.before)
  const b = linesOf(after, diff.after)
  const rows: string[] = []
  let i = 0
  for (const { aFrom, aTo, bFrom, bTo } of diff.blocks) {
    while (i < aFrom) rows.push(` ${a[i++]}`)
    rows.push(
      ...a.slice(aFrom, aTo).map((line) => `-${line}`),
      ...b.slice(bFrom, bTo).map((line) => `+${line}`),
    )
    i = aTo
  }
  return [...rows, ...a.slice(i).map((line) => ` ${line}`)]
}

const textArbitrary = fc
  .array(fc.constantFrom('a', 'b', '  c', '', '}', 'x y z', 'x y w'), { maxLength: 15 })
  .map((lines) => lines.join('\n'))

describe('findLines', () => {
  it.each([
    ['', 0, 'none', false],
    ['a', 1, 'none', false],
    ['a\n', 1, 'lf', true],
    ['\n\n', 2, 'lf', true],
    ['a\r\nb\r\n', 2, 'crlf', true],
    ['a\r\nb\nc', 3, 'mixed', false],
  ])('%j', (text, count, lineEnds, endsWithNewline) => {
    expect(findLines(text)).toMatchObject({ count, lineEnds, endsWithNewline })
  })

  it('finds the lines that splitting finds', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r') }), (text) => {
        const split = text.split('\n')
        expect(linesOf(text, findLines(text))).toEqual(split.at(-1) === '' ? split.slice(0, -1) : split)
      }),
    )
  })
})

describe('diffText', () => {
  it('holds both texts: without what was added it is the one, without what was deleted the other', () => {
    fc.assert(
      fc.property(textArbitrary, textArbitrary, (before, after) => {
        const diff = diffText(before, after, exact)
        const rows = unified(before, after, diff)
        const side = (other: string) => rows.filter((row) => row[0] !== other).map((row) => row.slice(1))
        expect(side('+')).toEqual(linesOf(before, diff.before))
        expect(side('-')).toEqual(linesOf(after, diff.after))
        expect(rows.filter((row) => row[0] === '+')).toHaveLength(diff.additions)
        expect(rows.filter((row) => row[0] === '-')).toHaveLength(diff.deletions)
      }),
    )
  })

  it('puts every line of a block in exactly one row, in order', () => {
    fc.assert(
      fc.property(textArbitrary, textArbitrary, (before, after) => {
        for (const { rows, aFrom, aTo, bFrom, bTo } of diffText(before, after, exact).blocks) {
          const column = (offset: number) =>
            [...rows].filter((line, index) => index % 2 === offset && line >= 0)
          expect(column(0)).toEqual(Array.from({ length: aTo - aFrom }, (_, index) => aFrom + index))
          expect(column(1)).toEqual(Array.from({ length: bTo - bFrom }, (_, index) => bFrom + index))
        }
      }),
    )
  })

  it('marks the words that changed, and puts versions of one line beside each other', () => {
    const before = 'const m = 1\nreturn { from: Number(m[1]), to: Number(m[2]) }\n'
    const after = 'const m = 1\nconst to = Infinity\nreturn { from: Number(m[1]), to }\n'
    const diff = diffText(before, after, exact)
    expect(diff.blocks.map(({ rows }) => [...rows])).toEqual([[-1, 1, 1, 2]])
    const [from, to] = diff.marksBefore.get(1) ?? []
    expect('return { from: Number(m[1]), to: Number(m[2]) }'.slice(from, to)).toBe(': Number(m[2])')
    expect(diff.marksAfter.get(2)).toBeUndefined()
  })

  it('takes a file without a last line feed for another text', () => {
    const diff = diffText('a\nb', 'a\nb\n', exact)
    expect(diff.blocks).toMatchObject([{ aFrom: 1, aTo: 2, bFrom: 1, bTo: 2 }])
    expect(diffText('a\nb', 'a\nb\n', { ignoreWhitespace: true }).blocks).toEqual([])
    expect([diff.before.endsWithNewline, diff.after.endsWithNewline]).toEqual([false, true])
  })

  it('sees another line end as a change, unless white space is ignored', () => {
    expect(diffText('a\nb\n', 'a\r\nb\r\n', exact)).toMatchObject({ additions: 2, deletions: 2 })
    expect(diffText('a\nb\n', 'a\r\nb\r\n', { ignoreWhitespace: true }).blocks).toEqual([])
    expect(diffText('if (a) {\n  b\n}\n', 'if (a)  {\n\tb\n}\n', { ignoreWhitespace: true }).blocks).toEqual(
      [],
    )
  })

  it('shows a new function as a whole, not from the brace of the one before', () => {
    const before = 'function a() {\n  x\n}\n\nfunction c() {\n  z\n}\n'
    const after = 'function a() {\n  x\n}\n\nfunction b() {\n  y\n}\n\nfunction c() {\n  z\n}\n'
    expect(diffText(before, after, exact).blocks).toMatchObject([{ aFrom: 4, aTo: 4, bFrom: 4, bTo: 8 }])
  })

  it('counts the columns of the longest line: tabs, wide and combining characters', () => {
    expect(diffText('abc\n', '\tab\n', exact).columns).toBe(6)
    expect(diffText('日本\n', 'e\u0301\n', exact).columns).toBe(4)
    expect(diffText(`${'x'.repeat(9000)}\n`, '', exact).columns).toBe(2026)
  })
})
