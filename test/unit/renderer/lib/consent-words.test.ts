import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ableWords,
  actWords,
  listWords,
  notAbleWords,
  scopeWords,
} from '../../../../src/renderer/lib/consent-words'
import { type Capability, capabilities, capabilityWords } from '../../../../src/shared'

const now = new Date(2026, 2, 4, 14, 2).getTime()

describe('listWords', () => {
  it.each([
    [[], ''],
    [['Rehearsal'], 'Rehearsal'],
    [['Rehearsal', 'Codex'], 'Rehearsal and Codex'],
    [['A', 'B', 'C'], 'A, B and C'],
  ])('%j → %s', (words, text) => expect(listWords(words)).toBe(text))
})

describe('actWords', () => {
  it('names the strongest power', () => {
    expect(actWords(['read_tracked_files'])).toBe('read a copy')
    expect(actWords(['read_tracked_files', 'run_commands'])).toBe('run commands in a copy')
    expect(actWords(['read_tracked_files', 'create_files', 'run_commands'])).toBe('edit a copy')
  })
})

describe('scopeWords', () => {
  const until = (at: Date) => scopeWords({ type: 'until', at: at.getTime() }, now)
  it('says once and for good', () => {
    expect(scopeWords({ type: 'once' }, now)).toBe('once')
    expect(scopeWords({ type: 'until_revoked' }, now)).toBe('until you revoke it')
  })
  it('says a time as people do', () => {
    expect(until(new Date(2026, 2, 4, 23, 59, 59, 999))).toBe('until tonight')
    expect(until(new Date(2026, 2, 4, 18, 30))).toBe('until 18:30')
    expect(until(new Date(2026, 2, 5, 9, 0))).toBe('until tomorrow, 09:00')
    expect(until(new Date(2026, 2, 20, 9, 0))).toBe('until 20 Mar, 09:00')
  })
})

describe('what it will and will not be able to do', () => {
  it('joins reading and changing, with the number of files', () => {
    expect(ableWords(['read_tracked_files', 'write_mirror'], 38)[0]).toBe(
      'read and change a copy of 38 tracked files',
    )
    expect(ableWords(['read_tracked_files'], null)).toEqual(['read a copy of the tracked files'])
  })
  it('says each power on one side, and on one only', () => {
    fc.assert(
      fc.property(fc.subarray<Capability>([...capabilities]), (granted) => {
        const not = notAbleWords(granted)
        const able = ableWords(granted, null)
        for (const each of capabilities) {
          expect(not.includes(capabilityWords[each].without)).toBe(!granted.includes(each))
          if (each === 'read_tracked_files' || each === 'write_mirror') continue
          expect(able.includes(capabilityWords[each].allows)).toBe(granted.includes(each))
        }
      }),
    )
  })
})
