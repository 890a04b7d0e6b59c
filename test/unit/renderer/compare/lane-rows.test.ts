import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laneAction } from '../../../../src/renderer/features/compare/lanes/lane-keys'
import {
  differingPairs,
  foldHolding,
  type LaneRow,
  laneRows,
  nextDifference,
} from '../../../../src/renderer/features/compare/model/lane-rows'
import { mapStretches } from '../../../../src/renderer/features/compare/model/map-stretches'
import type { AlignedPair } from '../../../../src/shared'
import { exact, leftOnly, other, rightOnly } from './support'

const closed: ReadonlySet<number> = new Set()
const equal = (count: number, from = 0) => Array.from({ length: count }, (_, index) => exact(from + index))
const alignment = (pairs: readonly AlignedPair[]) => {
  const first = pairs.findIndex((pair) => pair.type !== 'matched' || pair.level !== 'exact')
  return { pairs: [...pairs], prefix: 0, suffix: 0, firstDivergence: first < 0 ? null : first, durationMs: 1 }
}
const short = (row: LaneRow): string => {
  switch (row.type) {
    case 'pair':
      return `${row.index}${row.isFirst ? '!' : ''}`
    case 'fold':
      return `${row.isOpen ? 'open' : 'fold'} ${row.from}-${row.to}`
    case 'divergence':
      return row.words
    case 'same':
      return 'same'
  }
}
const rowsOf = (pairs: readonly AlignedPair[], open = closed) => laneRows(alignment(pairs), open).map(short)

describe('laneRows', () => {
  it('folds the beginning and the end but for the pair next to a difference, and notes the first one', () => {
    const pairs = [...equal(7), other(7), leftOnly(8), ...equal(6, 9)]
    expect(rowsOf(pairs)).toEqual(['fold 0-6', '6', 'other text', '7!', '8', '9', 'fold 10-15'])
  })

  it('folds long equal stretches between differences, too', () => {
    const pairs = [other(0), ...equal(9, 1), rightOnly(10), exact(11), other(12)]
    expect(rowsOf(pairs)).toEqual(['other text', '0!', '1', 'fold 2-9', '9', '10', '11', '12'])
  })

  it('leaves a few equal pairs as they are', () => {
    expect(rowsOf([...equal(4), other(4)])).toEqual(['0', '1', '2', '3', 'other text', '4!'])
  })

  it('says what only one side has', () => {
    expect(rowsOf([leftOnly(0)])[0]).toBe('only A has this frame')
    expect(rowsOf([rightOnly(0)])[0]).toBe('only B has this frame')
  })

  it('says that two sessions are the same, and has nothing to say of two empty ones', () => {
    expect(rowsOf(equal(3))).toEqual(['same', 'fold 0-3'])
    expect(rowsOf(equal(3), new Set([0]))).toEqual(['same', 'open 0-3', '0', '1', '2'])
    expect(rowsOf([])).toEqual([])
  })

  it('shows or folds every pair exactly once, in order', () => {
    const pair = fc.constantFrom(exact(0), exact(0), exact(0), other(0), leftOnly(0), rightOnly(0))
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), fc.array(fc.nat(40)), (pairs, open) => {
        let at = 0
        for (const row of laneRows(alignment(pairs), new Set(open))) {
          if (row.type === 'pair') expect(row.index).toBe(at++)
          if (row.type === 'fold') {
            expect(row.from).toBe(at)
            if (!row.isOpen) at = row.to
          }
        }
        expect(at).toBe(pairs.length)
      }),
    )
  })
})

describe('going through differences', () => {
  const pairs = [...equal(6), other(6), exact(7), rightOnly(8)]
  const differing = differingPairs(pairs)
  it('goes to each in turn', () => {
    expect(differing).toEqual([6, 8])
    expect(nextDifference(differing, null, 1)).toBe(6)
    expect(nextDifference(differing, 6, 1)).toBe(8)
    expect(nextDifference(differing, 8, 1)).toBeNull()
    expect(nextDifference(differing, 8, -1)).toBe(6)
    expect(nextDifference(differing, 7, -1)).toBe(6)
    expect(nextDifference(differing, null, -1)).toBeNull()
  })
  it('finds the fold that hides a pair', () => {
    const rows = laneRows(alignment(pairs), closed)
    expect(foldHolding(rows, 2)).toBe(0)
    expect(foldHolding(rows, 5)).toBeNull()
    expect(foldHolding(laneRows(alignment(pairs), new Set([0])), 2)).toBeNull()
  })
})

describe('laneAction', () => {
  const pairs = [...equal(6), other(6), leftOnly(7)]
  const rows = laneRows(alignment(pairs), closed)
  it.each([
    ['ArrowDown', 0, { type: 'move', row: 1, side: 'right' }],
    ['ArrowDown', 1, { type: 'move', row: 3, side: 'right' }],
    ['ArrowUp', 3, { type: 'move', row: 1, side: 'right' }],
    ['ArrowUp', 0, null],
    ['End', 0, { type: 'move', row: 4, side: 'right' }],
    ['Home', 4, { type: 'move', row: 0, side: 'right' }],
    ['ArrowLeft', 3, { type: 'move', row: 3, side: 'left' }],
    [' ', 3, { type: 'expand', pair: 6 }],
    [' ', 0, { type: 'fold', from: 0 }],
    ['Enter', 0, { type: 'fold', from: 0 }],
    ['Enter', 3, { type: 'open', side: 'right', index: 6 }],
    ['Enter', 4, { type: 'open', side: 'left', index: 7 }],
    ['x', 3, null],
  ])('%s on row %i', (key, at, action) => {
    expect(laneAction(key, rows, at, 'right', pairs)).toEqual(action)
  })
})

describe('mapStretches', () => {
  it('joins rows of one kind, by their share of the whole', () => {
    expect(mapStretches([exact(0), exact(1), leftOnly(2), other(3)])).toEqual([
      { kind: 'same', density: 1, from: 0, to: 0.5 },
      { kind: 'left', density: 1, from: 0.5, to: 0.75 },
      { kind: 'changed', density: 1, from: 0.75, to: 1 },
    ])
    expect(mapStretches([])).toEqual([])
  })

  it('never hides a difference in a long comparison', () => {
    const pairs = [...equal(5000), rightOnly(5000), ...equal(5000, 5001)]
    const stretches = mapStretches(pairs)
    expect(stretches.map(({ kind, density }) => [kind, density])).toEqual([
      ['same', 1],
      ['right', 0.25],
      ['same', 1],
    ])
    expect(stretches.length).toBeLessThan(400)
  })

  it('covers the whole without a gap', () => {
    const pair = fc.constantFrom(exact(0), other(0), leftOnly(0), rightOnly(0))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 900 }), (pairs) => {
        const stretches = mapStretches(pairs)
        expect(stretches[0]?.from).toBe(0)
        expect(stretches.at(-1)?.to).toBe(1)
        for (const [index, { to }] of stretches.entries()) expect(stretches[index + 1]?.from ?? 1).toBe(to)
      }),
    )
  })
})
