import { describe, expect, it } from 'vitest'
import {
  addressProblem,
  addressWarning,
  pathProblem,
} from '../../../../../src/renderer/features/settings/agent-fields'
import { hereWords } from '../../../../../src/renderer/features/settings/here-words'
import { patternProblem } from '../../../../../src/renderer/features/settings/pattern-problem'
import { emptyRow, readRows, rowOf } from '../../../../../src/renderer/features/settings/price-rows'
import { keptWords, signInChoice } from '../../../../../src/renderer/features/settings/sign-in-choice'

describe('prices as they are typed', () => {
  const price = { model: 'm-1', inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3, cacheWriteUsd: 3.75 }
  it('are read back as they were written', () => {
    expect(readRows([rowOf(price)])).toEqual({ prices: [price] })
  })
  it('take a decimal comma, and the price of the input for a cache that was left empty', () => {
    expect(readRows([{ ...emptyRow, model: ' m ', inputUsd: '1,5', outputUsd: '0' }])).toEqual({
      prices: [{ model: 'm', inputUsd: 1.5, outputUsd: 0, cacheReadUsd: 1.5, cacheWriteUsd: 1.5 }],
    })
    expect(readRows([{ ...emptyRow, model: 'm', inputUsd: '1' }])).toEqual({ wrong: ['outputUsd'] })
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

describe('where a program and its model are', () => {
  it('is a whole path, or one in the user’s home', () => {
    for (const path of ['/usr/bin/codex', '~/bin/codex', 'C:\\codex.exe'])
      expect(pathProblem(path)).toBeNull()
    for (const path of ['codex', './codex', 'bin/codex']) expect(pathProblem(path)).toContain('whole path')
  })
  it('warns of an address that would send the key in clear text, but not on this machine', () => {
    expect(addressWarning('http://models.example.org')).toContain('clear text')
    expect(addressWarning('http://10.0.0.7:8080/v1')).toContain('clear text')
    for (const address of [
      'https://models.example.org',
      'http://localhost:8080',
      'http://127.0.0.1',
      'http://[::1]:9',
    ])
      expect(addressWarning(address)).toBeNull()
    expect(addressProblem('models.example.org')).toContain('whole address')
    expect(addressWarning('models.example.org')).toBeNull()
  })
  it('is not said to be in the settings by the settings', () => {
    expect(hereWords('It has no key. In Settings → Agents, add an API key, or sign in.')).toBe(
      'It has no key. Add an API key, or sign in.',
    )
    expect(hereWords('Change it in Settings → Agents, or leave it.')).toBe('Change it below, or leave it.')
    expect(hereWords('Type its path in Settings → Agents.')).toBe('Type its path below.')
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
