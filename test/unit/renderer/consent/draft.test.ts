import { describe, expect, it } from 'vitest'
import {
  choices,
  grantedCapabilities,
  grantOf,
  scopeOf,
  setCapability,
  startDraft,
  toggleRuntime,
} from '../../../../src/renderer/consent/draft'
import { grantChanges } from '../../../../src/renderer/consent/grant-changes'
import { grantWords } from '../../../../src/renderer/consent/grant-words'
import { readUntil, toField, tonight } from '../../../../src/renderer/consent/until'
import {
  type Capability,
  defaultLimits,
  failure,
  type Grant,
  grantSchema,
  type ProjectView,
  projectViewSchema,
  type RuntimeInfo,
  runtimeNameSchema,
} from '../../../../src/shared'

const now = new Date(2026, 2, 4, 14, 2).getTime()
const runtime = (
  name: string,
  required: Capability[],
  optional: Capability[],
  usable = true,
): RuntimeInfo => ({
  name: runtimeNameSchema.parse(name),
  title: name.toUpperCase(),
  description: '',
  required,
  optional,
  variants: [],
  version: null,
  executable: null,
  signIn: { state: 'not_needed', by: null },
  anyVariant: false,
  unavailable: usable ? null : failure('runtime.unavailable', 'Not here.').error,
  probedAt: now,
})
const missing = runtime('missing', ['read_tracked_files'], ['run_commands'], false)
const plain = runtime('plain', ['read_tracked_files'], ['write_mirror', 'git_read'])
const model = runtime('model', ['read_tracked_files', 'reach_provider'], ['run_commands'])
const all = [missing, plain, model]
const project: ProjectView = projectViewSchema.parse({
  id: '6f0c1b1e-0000-4000-8000-000000000001',
  name: 'sample-repo',
  path: '/code/sample-repo',
  identity: 'x',
  addedAt: now,
  preferredRuntime: null,
  head: null,
  problem: null,
  consent: null,
  consentState: null,
  sessions: 0,
})
const start = startDraft(project, all, now)

describe('the draft as it opens', () => {
  it('is for the first runtime that can be used, once', () => {
    expect(start.runtimes).toEqual(['plain'])
    expect(start.scope).toBe('once')
  })
  it('leaves the git history and other hosts to be asked for', () => {
    expect(grantedCapabilities(start, all)).toEqual(['read_tracked_files', 'write_mirror'])
  })
  it('opens with what the last grant held, as far as it can be used', () => {
    const granted = { runtimes: ['model', 'missing'], capabilities: ['read_tracked_files', 'git_read'] }
    const consent = {
      ...granted,
      id: '6f0c1b1e-0000-4000-8000-000000000002',
      projectId: project.id,
      repositoryIdentity: 'x',
      limits: defaultLimits,
      scope: { type: 'until_revoked' },
      grantedAt: now,
      revokedAt: null,
      consumedAt: null,
      consumedBy: null,
    }
    const again = startDraft(projectViewSchema.parse({ ...project, consent, consentState: 'live' }), all, now)
    expect(again.runtimes).toEqual(['model'])
    expect(again.wished).toEqual(['read_tracked_files', 'git_read'])
    expect(again.scope).toBe('until_revoked')
    const ended = { ...consent, consumedAt: now }
    const after = startDraft(
      projectViewSchema.parse({ ...project, consent: ended, consentState: 'consumed' }),
      all,
      now,
    )
    expect(after).toMatchObject({ runtimes: ['model'], scope: 'once' })
  })
  it('has the agent in that was asked for, beside those that are covered', () => {
    expect(startDraft(project, all, now, model.name).runtimes).toEqual(['model'])
    expect(startDraft(project, all, now, missing.name).runtimes).toEqual(['plain'])
    const consent = {
      runtimes: ['plain'],
      capabilities: ['read_tracked_files'],
      id: '6f0c1b1e-0000-4000-8000-000000000002',
      projectId: project.id,
      repositoryIdentity: 'x',
      limits: defaultLimits,
      scope: { type: 'until', at: now + 3_600_000 },
      grantedAt: now,
      revokedAt: null,
      consumedAt: null,
      consumedBy: null,
    }
    const live = projectViewSchema.parse({ ...project, consent, consentState: 'live' })
    expect(startDraft(live, all, now, model.name)).toMatchObject({
      runtimes: ['plain', 'model'],
      scope: 'until',
      until: '2026-03-04T15:02',
    })
  })
  it('leaves commands to be asked for in a first consent', () =>
    expect(grantedCapabilities({ ...start, runtimes: [model.name] }, all)).not.toContain('run_commands'))
})

describe('what a new grant changes', () => {
  const before: Grant = {
    runtimes: [plain.name, model.name],
    capabilities: ['read_tracked_files', 'reach_provider'],
    limits: defaultLimits,
    scope: { type: 'once' },
  }
  const changes = (patch: Partial<Grant>) =>
    grantChanges(before, { ...before, ...patch }, (name) => name.toUpperCase(), now)
  it('is nothing at first', () => expect(changes({})).toEqual({ adds: [], takes: [], alters: [] }))
  it('is said by agent, power, time and limit', () =>
    expect(
      changes({
        runtimes: [model.name],
        capabilities: ['read_tracked_files', 'run_commands'],
        limits: { ...defaultLimits, outputBytes: 1 },
        scope: { type: 'until_revoked' },
      }),
    ).toEqual({
      adds: ['run commands'],
      takes: ['PLAIN', 'reach its own model'],
      alters: ['until you revoke it, not once', 'limit of output'],
    }))
})

describe('switches', () => {
  it('are those that the chosen runtimes can use', () =>
    expect(choices(start, all).map(({ capability }) => capability)).toEqual([
      'read_tracked_files',
      'write_mirror',
      'git_read',
    ]))
  it('lock what a runtime can’t do without, and say which', () => {
    const both = toggleRuntime(start, model.name)
    const provider = choices(both, all).find(({ capability }) => capability === 'reach_provider')
    expect(provider).toEqual({ capability: 'reach_provider', on: true, neededBy: ['MODEL'] })
    const off = setCapability(both, 'reach_provider', false)
    expect(grantedCapabilities(off, all)).toContain('reach_provider')
  })
  it('remember a wish while the runtime that can use it is out', () => {
    const wished = setCapability(toggleRuntime(start, model.name), 'run_commands', true)
    const without = toggleRuntime(wished, model.name)
    expect(grantedCapabilities(without, all)).not.toContain('run_commands')
    expect(grantedCapabilities(toggleRuntime(without, model.name), all)).toContain('run_commands')
  })
  it('keep the last runtime in', () => expect(toggleRuntime(start, plain.name)).toEqual(start))
})

describe('scope', () => {
  it('ends tonight at the end of the day', () => {
    const draft = { ...start, scope: 'until' as const }
    expect(draft.until).toBe('2026-03-04T23:59')
    expect(scopeOf(draft, now)).toEqual({ type: 'until', at: new Date(2026, 2, 5).getTime() - 1 })
  })
  it('does not take an empty or past time', () => {
    expect(scopeOf({ ...start, scope: 'until', until: '' }, now)).toBeNull()
    expect(scopeOf({ ...start, scope: 'until', until: '2026-03-04T14:02' }, now)).toBeNull()
    expect(grantOf({ ...start, scope: 'until', until: '' }, all, defaultLimits, now)).toBeNull()
  })
  it('reads back what it writes', () => {
    const at = new Date(2026, 10, 9, 8, 5).getTime()
    expect(readUntil(toField(at))).toBe(at)
    expect(tonight(at)).toBe('2026-11-09T23:59')
  })
})

describe('the grant', () => {
  it('is what the contract takes', () => {
    const grant = grantOf(start, all, defaultLimits, now)
    expect(grantSchema.parse(grant)).toEqual({
      runtimes: ['plain'],
      capabilities: ['read_tracked_files', 'write_mirror'],
      limits: defaultLimits,
      scope: { type: 'once' },
    })
  })
  it('is none while a limit is wrong or no runtime can be used', () => {
    expect(grantOf(start, all, null, now)).toBeNull()
    expect(grantOf(startDraft(project, [missing], now), [missing], defaultLimits, now)).toBeNull()
  })
  it('is named by its button', () => {
    const words = grantWords(
      ['Rehearsal'],
      ['read_tracked_files', 'write_mirror'],
      'sample-repo',
      { type: 'once' },
      now,
    )
    expect(words).toBe('Let Rehearsal edit a copy of sample-repo, once')
    const long = grantWords(
      ['A', 'B'],
      ['read_tracked_files'],
      'x'.repeat(80),
      { type: 'until_revoked' },
      now,
    )
    expect(grantWords(['A', 'B', 'C'], ['read_tracked_files'], 'x', { type: 'once' }, now)).toBe(
      'Let these 3 agents read a copy of x, once',
    )
    expect(long).toBe(`Let A and B read a copy of ${'x'.repeat(31)}…, until you revoke it`)
  })
  it('is named by its button so that the name is what it looks like, and whole at its cut', () => {
    const named = (name: string) => grantWords(['A'], ['read_tracked_files'], name, { type: 'once' }, now)
    expect(named('invoice\u202eeno ,olleh')).toBe('Let A read a copy of invoice\\u202eeno ,olleh, once')
    expect(named('a\nb\u200bc')).toBe('Let A read a copy of a\\u000ab\\u200bc, once')
    expect(named(`${'x'.repeat(30)}🧤🧤🧤`)).toBe(`Let A read a copy of ${'x'.repeat(30)}🧤…, once`)
    expect(named('🧤'.repeat(32))).toBe(`Let A read a copy of ${'🧤'.repeat(32)}, once`)
  })
})

describe('hosts of a grant', () => {
  const networked = runtime('net', ['read_tracked_files'], ['reach_network'])
  const runtimes = [networked]
  const open = setCapability(startDraft(project, runtimes, now), 'reach_network', true)
  const grant = (hosts: string) => grantOf({ ...open, hosts }, runtimes, defaultLimits, now)

  it('are needed where other hosts may be reached', () => {
    expect(grant('')).toBeNull()
    expect(grant('a.example\nhttps://b.example')).toBeNull()
    expect(grantSchema.parse(grant('a.example\n*.b.example:8443')).hosts).toEqual([
      'a.example',
      '*.b.example:8443',
    ])
  })

  it('are not sent where none may be reached', () => {
    const closed = setCapability(open, 'reach_network', false)
    expect(grantOf({ ...closed, hosts: 'a.example' }, runtimes, defaultLimits, now)).not.toHaveProperty(
      'hosts',
    )
  })

  it('start as the grant before had them, and what changes is named', () => {
    const before = grant('a.example\nb.example')
    const after = grant('b.example\nc.example')
    if (before === null || after === null) throw new Error('nothing to grant')
    expect(grantChanges(before, after, (name) => name, now)).toMatchObject({
      adds: ['c.example'],
      takes: ['a.example'],
    })
    const consented = projectViewSchema.parse({
      ...project,
      consent: {
        ...before,
        id: '6f0c1b1e-0000-4000-8000-000000000002',
        projectId: project.id,
        repositoryIdentity: 'x',
        grantedAt: now,
        revokedAt: null,
        consumedAt: null,
        consumedBy: null,
      },
      consentState: 'live',
    })
    expect(startDraft(consented, runtimes, now).hosts).toBe('a.example\nb.example')
  })
})
