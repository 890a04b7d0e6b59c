import { describe, expect, it } from 'vitest'
import { createLru } from '../../../src/shared'

describe('createLru', () => {
  it('drops what was used longest ago, by weight', () => {
    const kept = createLru<number>(10, (value) => value)
    kept.set('a', 4)
    kept.set('b', 4)
    expect(kept.get('a')).toBe(4)
    kept.set('c', 4)
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([4, undefined, 4])
    expect(kept.weight()).toBe(8)
  })

  it('does not keep what is heavier than everything, nor an older value in its place', () => {
    const kept = createLru<number>(10, (value) => value)
    kept.set('a', 4)
    kept.set('a', 11)
    expect(kept.get('a')).toBeUndefined()
    expect(kept.weight()).toBe(0)
  })

  it('counts a replaced value once', () => {
    const kept = createLru<number>(10, (value) => value)
    kept.set('a', 4)
    kept.set('a', 6)
    expect(kept.weight()).toBe(6)
  })
})
