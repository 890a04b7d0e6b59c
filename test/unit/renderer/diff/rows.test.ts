import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffText } from '../../../../src/renderer/diff/engine/diff-text'
import { type OpenFolds, openFold } from '../../../../src/renderer/diff/rows/folds'
import {
  neighbourBlock,
  type Row,
  type RowList,
  rowsOfDiff,
} from '../../../../src/renderer/diff/rows/row-list'

const lines = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `line ${from + index}`)
const text = (...parts: readonly (string | readonly string[])[]) => `${parts.flat().join('\n')}\n`
const all = (rows: RowList): readonly Row[] =>
  Array.from({ length: rows.count }, (_, index) => rows.at(index))
const noFolds: OpenFolds = new Map()

const short = (row: Row): string => {
  if (row.type === 'fold') return `fold ${row.lines}`
  if (row.type === 'same') return `${row.before}=${row.after}`
  return `${row.before ?? '_'}|${row.after ?? '_'}`
}

const before = text(lines(30), 'old one', lines(40, 30))
const after = text(lines(30), 'new one', 'another', lines(40, 30))
const diff = diffText(before, after, { ignoreWhitespace: false })

describe('rowsOfDiff', () => {
  it('keeps three lines around a change and folds the rest', () => {
    expect(all(rowsOfDiff(diff, 'split', noFolds)).map(short)).toEqual([
      'fold 27',
      '27=27',
      '28=28',
      '29=29',
      '30|30',
      '_|31',
      '31=32',
      '32=33',
      '33=34',
      'fold 37',
    ])
  })

  it('has deleted lines before added ones where they are below each other', () => {
    const rows = all(rowsOfDiff(diff, 'unified', noFolds)).map(short)
    expect(rows.slice(4, 7)).toEqual(['30|_', '_|30', '_|31'])
  })

  it('leaves out the folds at both ends of a preview', () => {
    const rows = all(rowsOfDiff(diff, 'unified', noFolds, true)).map(short)
    expect(rows[0]).toBe('27=27')
    expect(rows.at(-1)).toBe('33=34')
  })

  it('opens a fold step by step from either end, and as a whole', () => {
    const opened = (folds: OpenFolds) => all(rowsOfDiff(diff, 'split', folds)).map(short)
    expect(opened(openFold(noFolds, 0, 'bottom'))[0]).toBe('fold 7')
    expect(opened(openFold(noFolds, 1, 'top')).at(-1)).toBe('fold 17')
    expect(opened(openFold(noFolds, 0, 'all')).filter((row) => row.startsWith('fold'))).toEqual(['fold 37'])
    expect(opened(openFold(openFold(noFolds, 0, 'bottom'), 0, 'bottom'))[0]).toBe('0=0')
  })

  it('does not fold so few lines that the fold is no shorter', () => {
    const few = diffText(text('a', lines(9), 'b'), text('A', lines(9), 'B'), { ignoreWhitespace: false })
    expect(all(rowsOfDiff(few, 'split', noFolds)).some(({ type }) => type === 'fold')).toBe(false)
    const more = diffText(text('a', lines(10), 'b'), text('A', lines(10), 'B'), { ignoreWhitespace: false })
    expect(all(rowsOfDiff(more, 'split', noFolds)).map(short)).toContain('fold 4')
  })

  it('shows or folds every line of both sides exactly once, whatever is open', () => {
    const side = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 })
    const opens = fc.array(
      fc.tuple(fc.nat(5), fc.constantFrom('top' as const, 'bottom' as const, 'all' as const)),
      {
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(
        side,
        side,
        opens,
        fc.constantFrom('split' as const, 'unified' as const),
        (a, b, open, layout) => {
          const found = diffText(a.join('\n'), b.join('\n'), { ignoreWhitespace: false })
          const folds = open.reduce<OpenFolds>((map, [index, part]) => openFold(map, index, part), noFolds)
          let left = 0
          let right = 0
          for (const row of all(rowsOfDiff(found, layout, folds))) {
            if (row.type === 'fold') {
              left += row.lines
              right += row.lines
              continue
            }
            if (row.before !== null) expect(row.before).toBe(left++)
            if (row.after !== null) expect(row.after).toBe(right++)
          }
          expect([left, right]).toEqual([found.before.count, found.after.count])
        },
      ),
    )
  })
})

describe('neighbourBlock', () => {
  const many = diffText(
    text('a', lines(20), 'b', lines(20, 20), 'c'),
    text('A', lines(20), 'B', lines(20, 20), 'C'),
    {
      ignoreWhitespace: false,
    },
  )
  const rows = rowsOfDiff(many, 'unified', noFolds)
  it('goes from change to change, and stops at both ends', () => {
    expect([0, 1, 2].map((block) => neighbourBlock(rows, block, 0, 1))).toEqual([1, 2, null])
    expect([0, 1, 2].map((block) => neighbourBlock(rows, block, 0, -1))).toEqual([null, 0, 1])
  })
  it('begins at what is in view', () => {
    const second = rows.blockRows[1] ?? 0
    expect(neighbourBlock(rows, null, 0, 1)).toBe(0)
    expect(neighbourBlock(rows, null, second - 1, 1)).toBe(1)
    expect(neighbourBlock(rows, null, second + 1, -1)).toBe(1)
    expect(neighbourBlock(rows, null, 0, -1)).toBeNull()
  })
})
