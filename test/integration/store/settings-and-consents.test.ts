import { describe, expect, it } from 'vitest'
import { defaultSettings, type Project } from '../../../src/shared'
import { aConsent, ids } from '../../support/builders'
import { addSession, openTestStore, rawDatabase } from './helpers'

const project: Project = {
  id: ids.project,
  name: 'sample',
  path: '/repo',
  identity: 'one',
  addedAt: 5,
  preferredRuntime: null,
}

describe('projects', () => {
  it('are added, brought up to date and removed with their consents; history and sessions stay', () => {
    const store = openTestStore()
    store.write.addProject(project)
    store.write.addProject({ ...project, identity: 'two' })
    store.write.addConsent(aConsent())
    store.write.recordConsent({
      at: 1,
      projectId: ids.project,
      consentId: ids.consent,
      sessionId: null,
      kind: 'granted',
      detail: 'all of it',
    })
    const session = addSession(store)
    expect(store.read.projects()).toEqual([{ ...project, identity: 'two' }])
    expect(store.read.project(ids.project)?.identity).toBe('two')
    store.write.removeProject(ids.project)
    expect(store.read.projects()).toEqual([])
    expect(store.read.consent(ids.consent)).toBeNull()
    expect(store.read.consentHistory(ids.project)).toHaveLength(1)
    expect(store.read.session(session)).not.toBeNull()
  })
})

describe('consents', () => {
  const withConsent = (patch: Parameters<typeof aConsent>[0]) => {
    const store = openTestStore()
    store.write.addProject(project)
    const consent = aConsent(patch)
    store.write.addConsent(consent)
    expect(store.read.consent(consent.id)).toEqual(consent)
    return { store, use: (at: number) => store.write.useConsent(consent.id, ids.session, at) }
  }

  it('for one run are used exactly once (I5)', () => {
    const { store, use } = withConsent({ scope: { type: 'once' } })
    expect([use(10), use(11)]).toEqual([true, false])
    expect(store.read.consent(ids.consent)).toMatchObject({ consumedAt: 10, consumedBy: ids.session })
    expect(store.reopen().write.useConsent(ids.consent, ids.session, 12)).toBe(false)
  })

  it('until a time are used before it only, as often as wanted', () => {
    const { use } = withConsent({ scope: { type: 'until', at: 100 } })
    expect([use(10), use(99), use(100), use(101)]).toEqual([true, true, false, false])
  })

  it.each([
    { type: 'once' } as const,
    { type: 'until', at: 100 } as const,
    { type: 'until_revoked' } as const,
  ])('of scope %o are not used once revoked', (scope) => {
    const { store, use } = withConsent({ scope })
    expect(store.write.revokeConsent(ids.consent, 20)).toBe(true)
    expect(use(21)).toBe(false)
    expect(store.write.revokeConsent(ids.consent, 30)).toBe(false)
    expect(store.read.consent(ids.consent)).toMatchObject({ revokedAt: 20, consumedAt: null })
  })

  it('that are unknown are neither used nor revoked', () => {
    const store = openTestStore()
    expect(store.write.useConsent(ids.consent, ids.session, 1)).toBe(false)
    expect(store.write.revokeConsent(ids.consent, 1)).toBe(false)
  })

  it('and their history come newest first', () => {
    const { store } = withConsent({ grantedAt: 1 })
    store.write.addConsent(aConsent({ id: ids.otherConsent, grantedAt: 2 }))
    expect(store.read.consents(ids.project).map(({ id }) => id)).toEqual([ids.otherConsent, ids.consent])
    for (const kind of ['granted', 'used', 'revoked'] as const)
      store.write.recordConsent({
        at: 7,
        projectId: ids.project,
        consentId: ids.consent,
        sessionId: kind === 'used' ? ids.session : null,
        kind,
        detail: kind,
      })
    expect(store.read.consentHistory(ids.project).map(({ kind }) => kind)).toEqual([
      'revoked',
      'used',
      'granted',
    ])
  })
})

describe('settings', () => {
  it('are the defaults until they are saved, and stay', () => {
    const store = openTestStore()
    expect(store.read.settings()).toEqual(defaultSettings)
    const changed = { ...defaultSettings, theme: 'dark', panels: { run: [30, 70] } } as const
    store.write.saveSettings({ ...changed, panels: { run: [30, 70] } })
    expect(store.reopen().read.settings()).toEqual(changed)
  })

  it('that can’t be read, or that another version wrote, are no reason to fail', () => {
    const store = openTestStore()
    store.write.saveSettings(defaultSettings)
    const db = rawDatabase(store.folder)
    const put = (value: string) => db.prepare('UPDATE settings SET value = ?').run(value)
    put('{"theme":"dark","later":1}')
    expect(store.read.settings()).toEqual({ ...defaultSettings, theme: 'dark' })
    for (const broken of ['{"theme":"plaid"}', '[]', 'not JSON']) {
      put(broken)
      expect(store.read.settings()).toEqual(defaultSettings)
    }
  })
})
