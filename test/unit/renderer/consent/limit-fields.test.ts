import { describe, expect, it } from 'vitest'
import {
  limitFields,
  limitProblem,
  limitTexts,
  readLimits,
} from '../../../../src/renderer/consent/limit-fields'
import { defaultLimits, type LimitName, limitNames } from '../../../../src/shared'

const field = (name: LimitName) => {
  const found = limitFields.find((each) => each.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

describe('limit fields', () => {
  it('has one for each limit', () =>
    expect(limitFields.map(({ name }) => name).toSorted()).toEqual([...limitNames].toSorted()))

  it('reads back the limits it shows', () =>
    expect(readLimits(limitTexts(defaultLimits), {})).toEqual(defaultLimits))

  it('shows people’s units', () => {
    const texts = limitTexts(defaultLimits)
    expect(texts.wallTimeMs).toBe('10')
    expect(texts.outputBytes).toBe('20')
    expect(texts.events).toBe('50000')
  })

  it.each(['', ' ', 'ten', '0', '-1', 'NaN', 'Infinity', '1e99'])('does not take “%s”', (text) => {
    expect(limitProblem(field('wallTimeMs'), text)).toBe('Enter a number of minutes from 0.1 to 1,440.')
    expect(readLimits({ ...limitTexts(defaultLimits), wallTimeMs: text }, {})).toBeNull()
  })

  it('takes parts of a minute, but no part of a file', () => {
    expect(readLimits({ ...limitTexts(defaultLimits), wallTimeMs: '0.5' }, {})?.wallTimeMs).toBe(30_000)
    expect(limitProblem(field('changedFiles'), '1.5')).toBe('Enter a whole number.')
  })

  it('asks for what the repository needs', () => {
    expect(limitProblem(field('mirroredFiles'), '10', 38)).toBe(
      'Files copied: this repository needs at least 38 files.',
    )
    expect(
      readLimits({ ...limitTexts(defaultLimits), mirroredFiles: '10' }, { mirroredFiles: 38 }),
    ).toBeNull()
    expect(limitProblem(field('mirroredFiles'), '38', 38)).toBeNull()
  })
})
