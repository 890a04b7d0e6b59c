import { describe, expect, it } from 'vitest'
import { withinTime } from '../../../../src/main/broker/structured-output/within-time'

describe('withinTime', () => {
  it('gives back what the task gives, or what it threw', () => {
    const error = new RangeError('too deep')
    expect(withinTime(1000, () => [1])).toEqual({ type: 'done', value: [1] })
    expect(
      withinTime(1000, () => {
        throw error
      }),
    ).toEqual({ type: 'threw', error })
  })

  it('breaks off an endless loop, even one that catches everything', () => {
    const endless = (): never => {
      for (;;)
        try {
          for (;;);
        } catch {}
    }
    expect(withinTime(20, endless)).toEqual({ type: 'out_of_time' })
    expect(withinTime(1000, () => 'after that')).toEqual({ type: 'done', value: 'after that' })
  })

  it('breaks off a regular expression', () => {
    expect(withinTime(20, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toEqual({ type: 'out_of_time' })
  })
})
