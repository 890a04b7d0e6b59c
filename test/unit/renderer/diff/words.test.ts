import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairLines } from '../../../../src/renderer/diff/engine/pair-lines'
import { type Marks, markWords, similarity, splitWords } from '../../../../src/renderer/diff/engine/words'

const marked = (line: string, marks: Marks) =>
  Array.from({ length: marks.length / 2 }, (_, index) => line.slice(marks[2 * index], marks[2 * index + 1]))
const unmarked = (line: string, marks: Marks) => {
  let rest = ''
  let at = 0
  for (let index = 0; index < marks.length; index += 2) {
    rest += line.slice(at, marks[index])
    at = marks[index + 1] ?? at
  }
  return rest + line.slice(at)
}
const lineArbitrary = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '(', '.', 'é', '日', '\t'),
  maxLength: 30,
})

describe('markWords', () => {
  it('marks what changed and nothing else', () => {
    const before = '  const m = /^(\\d*)-(\\d*)$/.exec(text)'
    const after = '  const m = /^(\\d+)-(\\d*)$/.exec(text)'
    const marks = markWords(before, after)
    expect(marked(before, marks.before)).toEqual(['*'])
    expect(marked(after, marks.after)).toEqual(['+'])
  })

  it('marks words as a whole, and joins them over spaces', () => {
    const marks = markWords('return one and two later', 'return three or four later')
    expect(marked('return one and two later', marks.before)).toEqual(['one and two'])
    expect(marked('return three or four later', marks.after)).toEqual(['three or four'])
  })

  it('leaves the same text unmarked on both sides, but for spaces', () => {
    fc.assert(
      fc.property(lineArbitrary, lineArbitrary, (before, after) => {
        const marks = markWords(before, after)
        if (marks.before.length + marks.after.length === 0) return
        const bare = (text: string) => text.replace(/\s+/g, '')
        expect(bare(unmarked(before, marks.before))).toBe(bare(unmarked(after, marks.after)))
      }),
    )
  })

  it('gives ranges that rise and lie within the line', () => {
    fc.assert(
      fc.property(lineArbitrary, lineArbitrary, (before, after) => {
        const marks = markWords(before, after)
        for (const [line, ranges] of [
          [before, marks.before],
          [after, marks.after],
        ] as const) {
          expect(ranges.every((end, index) => index === 0 || end > (ranges[index - 1] ?? 0))).toBe(true)
          expect(ranges.at(-1) ?? 0).toBeLessThanOrEqual(line.length)
        }
      }),
    )
  })

  it('marks nothing in lines that have next to nothing in common', () => {
    expect(markWords('alpha beta', 'gamma delta')).toEqual({ before: [], after: [] })
  })

  it('marks the middle of very long lines only', () => {
    const before = `${'a '.repeat(300)}x${' b'.repeat(300)}`
    const after = `${'a '.repeat(300)}yy${' b'.repeat(300)}`
    expect(marked(before, markWords(before, after).before)).toEqual(['x'])
    expect(markWords('x'.repeat(5000), 'y')).toEqual({ before: [], after: [] })
  })
})

describe('pairLines', () => {
  it('pairs versions of one line across others', () => {
    expect(pairLines(['alpha(1)', 'beta(2)'], ['new line here', 'alpha(2)', 'beta(3)'])).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(pairLines(['alpha'], ['omega'])).toEqual([])
  })

  it('rises on both sides, and pairs only what is alike', () => {
    const lines = fc.array(lineArbitrary, { maxLength: 8 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        let last = [-1, -1]
        for (const [i, j] of pairLines(before, after)) {
          expect(i).toBeGreaterThan(last[0]!)
          expect(j).toBeGreaterThan(last[1]!)
          expect(similarity(splitWords(before[i]!), splitWords(after[j]!))).toBeGreaterThanOrEqual(0.4)
          last = [i, j]
        }
      }),
    )
  })

  it('pairs large blocks by place', () => {
    const before = Array.from({ length: 60 }, (_, index) => `line number ${index}`)
    expect(
      pairLines(
        before,
        before.map((line) => `${line}!`),
      ),
    ).toHaveLength(60)
  })
})
