import { describe, expect, it } from 'vitest'
import {
  firstLine,
  formatBytes,
  formatBytesOf,
  formatClock,
  formatClockOf,
  formatCost,
  formatCount,
  formatCountOf,
  formatDuration,
  formatOffset,
  formatSigned,
  formatTokens,
  plural,
} from '../../../../src/renderer/lib/format'

const kB = 1024
const MB = 1024 * kB

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1,023 B'],
    [kB, '1 kB'],
    [214 * kB, '214 kB'],
    [1.5 * MB, '1.5 MB'],
    [20 * MB, '20 MB'],
    [2048 * MB, '2 GB'],
  ])('%d → %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it('writes what is used in the unit of the ceiling', () => {
    expect(formatBytesOf(0.4 * MB, 20 * MB)).toBe('0.4 of 20 MB')
    expect(formatBytesOf(388 * MB, 512 * MB)).toBe('388 of 512 MB')
    expect(formatBytesOf(0, 20 * MB)).toBe('0 of 20 MB')
  })

  it('does not round a little down to nothing', () =>
    expect(formatBytesOf(12, 20 * MB)).toBe('<0.1 of 20 MB'))
})

describe('spans and clocks', () => {
  it.each([
    [0, '0 ms'],
    [320, '320 ms'],
    [2100, '2.1 s'],
    [9949, '9.9 s'],
    [48_000, '48 s'],
    [59_999, '1 min'],
    [64_000, '1 m 04 s'],
    [600_000, '10 min'],
    [3_599_999, '1 h'],
    [7_500_000, '2 h 05 m'],
  ])('%d → %s', (ms, text) => expect(formatDuration(ms)).toBe(text))

  it('counts like a clock', () => {
    expect(formatClock(7_999)).toBe('0:07')
    expect(formatClock(64_000)).toBe('1:04')
    expect(formatClock(3_723_000)).toBe('1:02:03')
    expect(formatClock(-5)).toBe('0:00')
    expect(formatClockOf(64_000, 600_000)).toBe('1:04 of 10:00')
  })

  it('keeps offsets at one width', () => {
    expect(formatOffset(7_000)).toBe('00:07')
    expect(formatOffset(600_000)).toBe('10:00')
  })
})

describe('numbers', () => {
  it('groups thousands', () => expect(formatCount(50_000)).toBe('50,000'))
  it('writes a share', () => expect(formatCountOf(214, 50_000)).toBe('214 of 50,000'))
  it('knows one from many', () => {
    expect(plural(1, 'file')).toBe('1 file')
    expect(plural(0, 'file')).toBe('0 files')
    expect(plural(2, 'repository', 'repositories')).toBe('2 repositories')
  })
  it('signs differences with a real minus', () => {
    expect(formatSigned(3)).toBe('+3')
    expect(formatSigned(-3)).toBe('−3')
    expect(formatSigned(0)).toBe('0')
    expect(formatSigned(-1500, formatTokens)).toBe('−1.5k')
  })
  it.each([
    [950, '950'],
    [21_430, '21.4k'],
    [999_949, '999.9k'],
    [999_950, '1.0M'],
    [1_200_000, '1.2M'],
  ])('%d tokens → %s', (tokens, text) => expect(formatTokens(tokens)).toBe(text))
  it('tells no cost from an unknown one', () => {
    expect(formatCost(null)).toBe('–')
    expect(formatCost(0)).toBe('$0.00')
    expect(formatCost(0.0004)).toBe('<$0.01')
    expect(formatCost(12.4)).toBe('$12.40')
  })
})

describe('firstLine', () => {
  it('takes the first line, trimmed', () =>
    expect(firstLine('  Make it work\nand fast')).toBe('Make it work'))
  it('cuts with an ellipsis within the length', () => {
    const cut = firstLine('a'.repeat(50), 10)
    expect(cut).toBe(`${'a'.repeat(9)}…`)
    expect(cut).toHaveLength(10)
  })
})
