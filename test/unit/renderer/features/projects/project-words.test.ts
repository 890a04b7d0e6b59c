import { describe, expect, it } from 'vitest'
import { consentStateWords } from '../../../../../src/renderer/features/projects/consent-state-words'
import { historyWords } from '../../../../../src/renderer/features/projects/history-words'
import { folderName, wayOut } from '../../../../../src/renderer/features/projects/way-out'
import {
  type Consent,
  type ConsentRecord,
  type ConsentState,
  consentIdSchema,
  defaultLimits,
  failure,
  projectIdSchema,
  runtimeNameSchema,
} from '../../../../../src/shared'

const now = new Date(2026, 2, 4, 14, 2).getTime()
const projectId = projectIdSchema.parse('6f0c1b1e-0000-4000-8000-000000000001')
const titleOf = (name: string) => (name === 'rehearsal' ? 'Rehearsal' : name)
const consent: Consent = {
  id: consentIdSchema.parse('6f0c1b1e-0000-4000-8000-000000000002'),
  projectId,
  repositoryIdentity: 'x',
  runtimes: [runtimeNameSchema.parse('rehearsal')],
  capabilities: ['read_tracked_files', 'write_mirror'],
  limits: defaultLimits,
  scope: { type: 'once' },
  grantedAt: now - 3_600_000,
  revokedAt: null,
  consumedAt: null,
  consumedBy: null,
}

describe('consentStateWords', () => {
  const say = (over: Partial<Consent>, consentState: ConsentState) =>
    consentStateWords({ consent: { ...consent, ...over }, consentState }, titleOf, now)

  it('says that there is none', () => {
    const words = consentStateWords({ consent: null, consentState: null }, titleOf, now)
    expect(words).toMatchObject({ state: 'no consent', tone: 'neutral' })
  })
  it('says who may do what, and for how long', () =>
    expect(say({}, 'live')).toEqual({
      tone: 'ok',
      state: 'consent given',
      sentence: 'Rehearsal may edit a copy, once.',
    }))
  it('says when it ended, and why', () => {
    const expired = say({ scope: { type: 'until', at: new Date(2026, 2, 3, 23, 59).getTime() } }, 'expired')
    expect(expired).toMatchObject({ state: 'expired yesterday', tone: 'warn' })
    expect(say({ revokedAt: now - 7_200_000 }, 'revoked').state).toBe('revoked 2 h ago')
    expect(say({ consumedAt: now - 120_000 }, 'consumed').state).toBe('used 2 min ago')
    expect(say({ revokedAt: now + 9_000 }, 'revoked').state).toBe('revoked just now')
  })
})

describe('historyWords', () => {
  const record = (kind: ConsentRecord['kind'], detail: string) =>
    historyWords({ at: now, projectId, consentId: null, sessionId: null, kind, detail }, titleOf)
  it('makes a sentence of each kind', () => {
    expect(record('granted', 'rehearsal, codex')).toBe('Granted to Rehearsal and codex')
    expect(record('declined', '')).toBe('Declined in the consent view')
    expect(record('used', 'once')).toBe('A run used the grant for one run')
    expect(record('denied', 'no consent')).toBe('A run was denied: no consent')
    expect(record('revoked', 'by the user')).toBe('Revoked by you')
    expect(record('revoked', 'replaced by a new grant')).toBe('Replaced by a new grant')
    expect(record('revoked', 'something else')).toBe('Revoked, something else')
  })
})

describe('wayOut of a refused folder', () => {
  it('offers the folder that the answer names', () => {
    const inside = failure('workspace.inside_repository', 'Inside.', { root: '/code/app' }).error
    expect(wayOut(inside)).toEqual({ type: 'add_other', path: '/code/app' })
    const link = failure('workspace.symlink', 'A link.', { target: '/code/real' }).error
    expect(wayOut(link)).toEqual({ type: 'add_other', path: '/code/real' })
  })
  it('lets try again what can be mended', () =>
    expect(wayOut(failure('workspace.no_commits', 'Empty.').error)).toEqual({ type: 'try_again' }))
  it('lets choose another for the rest, and trusts no details but text', () => {
    expect(wayOut(failure('workspace.not_a_repository', 'Not git.').error)).toEqual({ type: 'choose_other' })
    expect(wayOut(failure('workspace.symlink', 'A link.', { target: 7 }).error)).toEqual({
      type: 'choose_other',
    })
  })
  it('names a folder by its last part', () => {
    expect(folderName('/code/app/')).toBe('app')
    expect(folderName('C:\\code\\app')).toBe('app')
    expect(folderName('/')).toBe('/')
  })
})
