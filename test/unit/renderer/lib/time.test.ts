import { describe, expect, it } from 'vitest'
import { daysBetween, endOfDay, formatRelative } from '../../../../src/renderer/lib/time'

const minute = 60_000
const hour = 60 * minute
const now = new Date(2026, 2, 4, 14, 2).getTime()

describe('formatRelative', () => {
  it.each([
    [now - 3_000, 'just now'],
    [now + 3_000, 'in a moment'],
    [now - 2 * minute, '2 min ago'],
    [now - 50_000, '1 min ago'],
    [now - 3 * hour, '3 h ago'],
    [now + 3 * hour, 'in 3 h'],
    [new Date(2026, 2, 3, 23, 50).getTime(), 'yesterday'],
    [new Date(2026, 2, 5, 23, 0).getTime(), 'tomorrow'],
    [new Date(2026, 2, 1, 10, 0).getTime(), '3 days ago'],
    [new Date(2026, 0, 9, 10, 0).getTime(), '9 Jan'],
    [new Date(2025, 0, 9, 10, 0).getTime(), '9 Jan 2025'],
  ])('%d → %s', (at, words) => expect(formatRelative(at, now)).toBe(words))

  it('says hours across midnight while they are few', () => {
    const early = new Date(2026, 2, 4, 1, 0).getTime()
    expect(formatRelative(early - 2 * hour, early)).toBe('2 h ago')
  })
})

describe('days', () => {
  it('ends a day just before the next', () => {
    expect(endOfDay(now)).toBe(new Date(2026, 2, 5).getTime() - 1)
    expect(endOfDay(endOfDay(now))).toBe(endOfDay(now))
  })
  it('counts midnights, whatever the hours', () => {
    expect(daysBetween(now, now)).toBe(0)
    expect(daysBetween(endOfDay(now), endOfDay(now) + 1)).toBe(1)
    // across the change to summer time where the machine has one
    expect(daysBetween(new Date(2026, 2, 28, 12).getTime(), new Date(2026, 2, 30, 1).getTime())).toBe(2)
  })
})
