import { describe, expect, it } from 'vitest'
import { type Follow, followAfterScroll, newRows } from '../../../../src/renderer/timeline/data/follow'

const atTail: Follow = { following: true, seen: 0 }
const away: Follow = { following: false, seen: 40 }

describe('following the tail', () => {
  it('stops when the reader scrolls up', () => {
    const after = followAfterScroll(atTail, { distance: 300, up: true, byReader: true, count: 50 })
    expect(after).toEqual({ following: false, seen: 50 })
  })

  it('goes on when rows that changed their height moved it', () => {
    expect(followAfterScroll(atTail, { distance: 300, up: true, byReader: false, count: 50 })).toBe(atTail)
    expect(followAfterScroll(atTail, { distance: 300, up: false, byReader: true, count: 50 })).toBe(atTail)
  })

  it('stops at the first pixel of an animated scroll', () => {
    expect(followAfterScroll(atTail, { distance: 3, up: true, byReader: true, count: 50 }).following).toBe(
      false,
    )
    const next = followAfterScroll(away, { distance: 9, up: true, byReader: true, count: 50 })
    expect(next.following).toBe(false)
  })

  it('starts again at the end', () => {
    const after = followAfterScroll(away, { distance: 3, up: false, byReader: true, count: 60 })
    expect(after.following).toBe(true)
  })

  it('counts what came since the reader left', () => {
    expect(newRows(away, 45)).toBe(5)
    expect(newRows(atTail, 45)).toBe(0)
  })
})
