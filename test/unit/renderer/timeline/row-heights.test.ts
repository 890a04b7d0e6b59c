import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowHeights, windowAt, windowAtEnd } from '../../../../src/renderer/timeline/data/row-heights'

const measures = fc.array(fc.tuple(fc.nat(999), fc.integer({ min: 1, max: 400 })), { maxLength: 200 })

describe('heights of rows', () => {
  it('sum up as a plain list of heights does, and are found by their offset', () => {
    fc.assert(
      fc.property(measures, fc.nat(1000), fc.nat(60_000), (measured, row, offset) => {
        const heights = createRowHeights(30)
        const plain = Array.from({ length: 1000 }, () => 30)
        for (const [at, height] of measured) {
          expect(heights.measure(at, height)).toBe(plain[at] !== height)
          plain[at] = height
        }
        const offsetOf = (end: number) => plain.slice(0, end).reduce((sum, each) => sum + each, 0)
        expect(heights.offsetOf(row)).toBe(offsetOf(row))
        const found = heights.rowAt(offset, 1000)
        expect(offsetOf(found)).toBeLessThanOrEqual(offset)
        if (found < 999) expect(offsetOf(found + 1)).toBeGreaterThan(offset)
      }),
    )
  })

  it('give a window that fills what is seen and the margin', () => {
    const heights = createRowHeights(30)
    for (let row = 0; row < 50; row += 1) heights.measure(row, 100)
    expect(windowAt(heights, 1000, 0, 700, 200)).toEqual({ first: 0, last: 8 })
    expect(windowAt(heights, 1000, 1000, 700, 200)).toEqual({ first: 8, last: 18 })
    expect(windowAt(heights, 3, 5000, 700, 200)).toEqual({ first: 2, last: 2 })
    expect(windowAt(heights, 0, 0, 700, 200).last).toBe(-1)
  })

  it('give the newest rows at the end, enough of them', () => {
    expect(windowAtEnd(1000, 700, 26)).toEqual({ first: 971, last: 999 })
    expect(windowAtEnd(5, 700, 26)).toEqual({ first: 0, last: 4 })
  })
})
