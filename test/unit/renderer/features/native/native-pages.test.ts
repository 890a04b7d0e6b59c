import { describe, expect, it } from 'vitest'
import {
  askFor,
  dropPage,
  maxHeld,
  missingStarts,
  noPages,
  pageSize,
  takePage,
} from '../../../../../src/renderer/features/native/native-pages'
import type { NativeLine } from '../../../../../src/shared'

const lines = (from: number, count: number): NativeLine[] =>
  Array.from({ length: count }, (_, index) => ({
    line: from + index + 1,
    seq: 1,
    attempt: 1,
    at: 0,
    text: `line ${from + index}`,
  }))

describe('pages of native lines', () => {
  it('begin with the first one, asked for once', () => {
    expect(missingStarts(noPages, 0, 30)).toEqual([0])
    expect(missingStarts(askFor(noPages, [0]), 0, 30)).toEqual([])
    expect(missingStarts(dropPage(askFor(noPages, [0]), 0), 0, 30)).toEqual([0])
  })

  it('are read where they are looked at, and never past the end', () => {
    const pages = takePage(noPages, 0, { lines: lines(0, pageSize), total: 350 })
    expect(missingStarts(pages, 0, 50)).toEqual([])
    expect(missingStarts(pages, 90, 130)).toEqual([pageSize])
    expect(missingStarts(pages, 340, 600)).toEqual([340])
    expect(missingStarts(pages, 120, 320)).toEqual([120, 220, 320])
  })

  it('go on where a shorter answer ended', () => {
    const pages = takePage(askFor(noPages, [0]), 0, { lines: lines(0, 3), total: 10 })
    expect(missingStarts(pages, 0, 9)).toEqual([3])
    expect(pages.lines.get(2)?.text).toBe('line 2')
  })

  it('are held within a bound, those in view last to go', () => {
    let pages = noPages
    for (let start = 0; start < maxHeld + 5 * pageSize; start += pageSize)
      pages = takePage(pages, start, { lines: lines(start, pageSize), total: 100_000 })
    expect(pages.lines.size).toBe(maxHeld)
    expect(pages.lines.has(0)).toBe(false)
    expect(pages.lines.has(maxHeld + 5 * pageSize - 1)).toBe(true)
  })
})
