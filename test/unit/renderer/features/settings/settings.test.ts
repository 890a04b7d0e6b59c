import { describe, expect, it } from 'vitest'
import { patternProblem } from '../../../../../src/renderer/features/settings/pattern-problem'
import { emptyRow, readRows, rowOf } from '../../../../../src/renderer/features/settings/price-rows'
import { keptWords, signInChoice } from '../../../../../src/renderer/features/settings/sign-in-choice'

describe('prices as they are typed', () => {
  const price = { model: 'm-1', inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3, cacheWriteUsd: 3.75 }
  it('are read back as they were written', () => {
    expect(readRows([rowOf(price)])).toEqual({ prices: [price] })
  })
  it('take a decimal comma, and nothing as 0', () => {
    expect(readRows([{ ...emptyRow, model: ' m ', inputUsd: '1,5' }])).toEqual({
      prices: [{ model: 'm', inputUsd: 1.5, outputUsd: 0, cacheReadUsd: 0, cacheWriteUsd: 0 }],
    })
  })
  it('leave out a row that nothing was typed in', () => {
    expect(readRows([emptyRow, rowOf(price)])).toEqual({ prices: [price] })
  })
  it('name the field that can’t be read', () => {
    const rows = [rowOf(price), { ...rowOf(price), outputUsd: '-1' }, { ...emptyRow, inputUsd: '1' }]
    expect(readRows(rows)).toEqual({ wrong: [null, 'outputUsd', 'model'] })
    expect(readRows([{ ...rowOf(price), inputUsd: 'free' }])).toEqual({ wrong: ['inputUsd'] })
  })
})

describe('a pattern of what is masked', () => {
  it('needs a name and an expression that compiles and matches something', () => {
    expect(patternProblem({ name: 'Tickets', pattern: 'ACME-\\d+' })).toEqual({ name: null, pattern: null })
    expect(patternProblem({ name: '', pattern: 'x' }).name).toContain('Name it')
    expect(patternProblem({ name: 'x', pattern: '' }).pattern).toContain('Enter')
    expect(patternProblem({ name: ' ', pattern: '' })).toEqual({ name: null, pattern: null })
    expect(patternProblem({ name: 'x', pattern: '(' }).pattern).toContain('Invalid regular expression')
    expect(patternProblem({ name: 'x', pattern: 'a*' }).pattern).toContain('matches nothing at all')
  })
})

describe('how an agent signs in', () => {
  it('follows the settings, then how the key is kept, then what this system can do', () => {
    expect(signInChoice('login', 'encrypted', 'session', true)).toBe('login')
    expect(signInChoice('key', 'session', null, true)).toBe('session')
    expect(signInChoice('key', 'none', null, true)).toBe('encrypted')
    expect(signInChoice('key', 'none', null, false)).toBe('session')
    expect(signInChoice('key', 'encrypted', 'session', true)).toBe('session')
  })
  it('says that a key has to be entered again to be kept otherwise', () => {
    expect(keptWords('none', 'encrypted')).toBeNull()
    expect(keptWords('session', 'encrypted')).toContain('Enter it again')
    expect(keptWords('encrypted', 'session')).toContain('this session only')
    expect(keptWords('encrypted', 'encrypted')).toContain('not shown again')
  })
})
