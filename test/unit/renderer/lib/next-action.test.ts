import { describe, expect, it } from 'vitest'
import { nextAction } from '../../../../src/renderer/lib/next-action'
import { endWords } from '../../../../src/renderer/timeline/words/end-words'
import { type ErrorCode, errorCodes, failure, sessionStatuses } from '../../../../src/shared'

const error = (code: ErrorCode, details = {}) => failure(code, 'What happened.', details).error
const ends = sessionStatuses.filter((status) => status !== 'running')

describe('what to do about an end', () => {
  it('is said for every status without an error, but for a success', () => {
    for (const status of ends) {
      const { explanation, action } = endWords({ status, error: null, summary: null })
      expect(explanation.length).toBeGreaterThan(10)
      expect(action === null).toBe(status === 'succeeded')
    }
    expect(nextAction('running', null)).toBeNull()
  })

  it.each(errorCodes)('is said for %s, whatever the status', (code) => {
    for (const status of ends) {
      const action = nextAction(status, error(code))
      expect(action === null).toBe(status === 'succeeded')
      if (action === null) continue
      expect(action.label).toMatch(/^[A-Z]/)
      expect(`${action.label}${action.hint ?? ''}`).not.toMatch(/!|Oops/)
    }
  })

  const leads: readonly (readonly [ErrorCode, string])[] = [
    ['consent.missing', 'grant'],
    ['consent.expired', 'grant'],
    ['consent.runtime_not_covered', 'grant'],
    ['consent.project_changed', 'projects'],
    ['policy.capability_exceeded', 'change_request'],
    ['policy.schema_invalid', 'change_request'],
    ['runtime.not_found', 'agents'],
    ['runtime.too_old', 'agents'],
    ['runtime.not_signed_in', 'agents'],
    ['runtime.broken', 'agents'],
    ['runtime.changed', 'agents'],
    ['runtime.sign_in', 'agents'],
    ['runtime.billing', 'agents'],
    ['runtime.transient', 'run_again'],
    ['runtime.rate_limited', 'run_again'],
    ['runtime.network', 'run_again'],
    ['runtime.usage_limit', 'change_request'],
    ['runtime.model_not_found', 'change_request'],
    ['runtime.refused', 'change_request'],
    ['runtime.too_long', 'change_request'],
    ['runtime.wrong_output', 'change_request'],
    ['sandbox.level_not_held', 'level'],
    ['workspace.no_commits', 'projects'],
    ['internal.interrupted', 'run_again'],
  ]
  it.each(leads)('%s leads to %s', (code, type) => {
    expect(nextAction('failed', error(code))?.type).toBe(type)
  })

  it('tells a limit that a run reached from one that a request may not have', () => {
    expect(nextAction('limit_exceeded', error('policy.limit_reached'))?.type).toBe('raise_limit')
    expect(nextAction('denied', error('policy.limit_reached'))?.type).toBe('change_request')
  })

  it('names the act in the vocabulary of the error', () => {
    expect(nextAction('denied', error('consent.expired'))?.label).toBe('Renew consent…')
    expect(nextAction('unavailable', error('runtime.not_signed_in'))?.label).toBe('Sign in…')
    expect(nextAction('unavailable', error('runtime.not_found'))?.label).toBe('Install or locate it…')
  })

  it('stands beside another way out where the first may not be enough', () => {
    expect(nextAction('limit_exceeded', error('policy.limit_reached'))?.also?.type).toBe('grant')
    expect(nextAction('failed', error('runtime.network'))?.also?.type).toBe('agents')
  })

  it('knows how the agent signs in and which address it has now', () => {
    const set = { signIn: 'key', baseUrl: 'http://localhost:9' } as const
    expect(nextAction('failed', error('runtime.sign_in'), set)?.label).toBe('Change the key…')
    expect(nextAction('failed', error('runtime.sign_in'))?.label).toBe('Sign in again…')
    expect(nextAction('failed', error('runtime.network'), set)?.hint).toContain('http://localhost:9')
  })

  it('does not call a run a success that left failing checks', () => {
    const end = { status: 'succeeded', error: null, summary: null } as const
    expect(endWords(end)).toMatchObject({ title: 'Succeeded', tone: 'ok' })
    expect(endWords(end, '2 checks failed')).toMatchObject({
      title: 'Finished, 2 checks failed',
      tone: 'warn',
    })
  })

  it('says that the repository is as it was only where that was held', () => {
    const end = { status: 'succeeded', error: null, summary: null } as const
    expect(endWords(end, null, null, true).explanation).toContain('Your repository is as it was.')
    expect(endWords(end).explanation).toContain('Outside the copy nothing was watched.')
    expect(endWords(end).explanation).not.toContain('as it was')
  })

  it('says when a used-up allowance is restored', () => {
    const at = new Date(2026, 2, 4, 14, 2).getTime()
    expect(nextAction('failed', error('runtime.usage_limit', { resetsAt: at }))?.hint).toContain('14:02:00')
    expect(nextAction('failed', error('runtime.usage_limit'))?.hint).toBeNull()
  })
})
