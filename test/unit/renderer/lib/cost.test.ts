import { describe, expect, it } from 'vitest'
import { costText, costWords } from '../../../../src/renderer/lib/cost'
import { noUsage } from '../../../../src/shared'

describe('a cost', () => {
  it('is not known until somebody said it', () => {
    expect(costWords(null, 'estimated')).toBeNull()
    expect(costText({ usage: noUsage, costSource: null })).toBe('–')
  })
  it('carries its label wherever the price table had a part in it', () => {
    expect(costWords(0.094, 'program')).toMatchObject({ text: '$0.09', label: null })
    expect(costWords(0.094, 'estimated')).toMatchObject({ text: '$0.09', label: 'estimated' })
    expect(costText({ usage: { ...noUsage, costUsd: 1.5 }, costSource: 'mixed' })).toBe(
      '$1.50 (partly estimated)',
    )
  })
})
