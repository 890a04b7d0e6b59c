import { describe, expect, it } from 'vitest'
import { findingOf, outcomeWord } from '../../../../src/renderer/lib/outcome'

const check = { command: 'npm test', failed: false, passedCount: 14, failedCount: 0 }
const session = {
  status: 'succeeded' as const,
  check: null,
  toolCalls: 5,
  toolErrors: 0,
  changedFiles: 1,
}

describe('what speaks against a run that ended by itself', () => {
  it('is nothing where its checks passed, or none ran', () => {
    expect(findingOf(session)).toBeNull()
    expect(findingOf({ ...session, check })).toBeNull()
    expect(outcomeWord(session)).toBe('succeeded')
  })
  it('are checks that failed, by their number where it is known', () => {
    const failed = { ...check, failed: true }
    expect(findingOf({ ...session, check: { ...failed, failedCount: 2 } })).toBe('2 checks failed')
    expect(findingOf({ ...session, check: { ...failed, failedCount: 1 } })).toBe('1 check failed')
    expect(findingOf({ ...session, check: { ...failed, failedCount: null } })).toBe('checks failed')
    expect(outcomeWord({ ...session, check: failed })).toBe('finished')
  })
  it('are calls that all failed, or some where nothing was changed', () => {
    const idle = { ...session, changedFiles: 0, toolCalls: 3 }
    expect(findingOf({ ...idle, toolErrors: 3 })).toBe('all 3 tool calls failed')
    expect(findingOf({ ...idle, toolErrors: 2 })).toBe('2 of 3 tool calls failed, no file changed')
    expect(findingOf({ ...idle, toolCalls: 1, toolErrors: 1 })).toBe('its one tool call failed')
    expect(findingOf({ ...session, toolErrors: 2 })).toBeNull()
  })
  it('is said by the state itself where a run ended otherwise', () => {
    const ended = { ...session, status: 'limit_exceeded' as const, toolErrors: 5, changedFiles: 0 }
    expect(findingOf(ended)).toBeNull()
    expect(outcomeWord(ended)).toBe('limit reached')
  })
})
