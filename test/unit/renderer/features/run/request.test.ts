import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft } from '../../../../../src/renderer/features/run/draft'
import { readLimits } from '../../../../../src/renderer/features/run/limit-fields'
import { compose } from '../../../../../src/renderer/features/run/request'
import {
  type Consent,
  consentSchema,
  defaultLimits,
  failure,
  type ProjectView,
  type RuntimeInfo,
  runRequestSchema,
} from '../../../../../src/shared'
import { projectIdSchema, runtimeNameSchema } from '../../../../../src/shared/ids'

const now = Date.parse('2024-05-05T12:00:00Z')
const projectId = projectIdSchema.parse('22222222-2222-4222-8222-222222222222')
const rehearsal = runtimeNameSchema.parse('rehearsal')

const consent: Consent = consentSchema.parse({
  id: '33333333-3333-4333-8333-333333333333',
  projectId,
  repositoryIdentity: 'x',
  runtimes: [rehearsal],
  capabilities: ['read_tracked_files', 'write_mirror', 'run_commands'],
  limits: defaultLimits,
  scope: { type: 'until_revoked' },
  grantedAt: now,
  revokedAt: null,
  consumedAt: null,
  consumedBy: null,
})

const project = (patch: Partial<ProjectView> = {}): ProjectView => ({
  id: projectId,
  name: 'sample-repo',
  path: '/sample',
  identity: 'x',
  addedAt: now,
  preferredRuntime: null,
  head: 'main',
  problem: null,
  consent,
  consentState: 'live',
  sessions: 0,
  ...patch,
})

const runtime = (patch: Partial<RuntimeInfo> = {}): RuntimeInfo => ({
  name: rehearsal,
  title: 'Rehearsal',
  description: 'Asks no model.',
  required: ['read_tracked_files'],
  optional: ['write_mirror', 'create_files', 'run_commands'],
  variants: [
    { id: 'careful', title: 'Careful', description: '' },
    { id: 'hasty', title: 'Hasty', description: '' },
  ],
  version: '1',
  executable: '/rehearsal',
  signIn: { state: 'not_needed', by: null },
  anyVariant: false,
  unavailable: null,
  probedAt: now,
  ...patch,
})

const draft = (patch: Partial<Draft> = {}): Draft => ({ ...emptyDraft, prompt: 'Mend it', ...patch })

describe('composing a run', () => {
  it('asks for what the consent grants and the runtime uses, and no more', () => {
    const { request } = compose(project(), [runtime()], draft(), now)
    expect(runRequestSchema.safeParse(request).success).toBe(true)
    expect(request?.policy.capabilities).toEqual(['read_tracked_files', 'write_mirror', 'run_commands'])
    expect(request?.variant).toBe('careful')
  })

  it('leaves out what was switched off, but never what the runtime needs', () => {
    const { request, capabilities } = compose(
      project(),
      [runtime()],
      draft({ without: ['run_commands', 'read_tracked_files'] }),
      now,
    )
    expect(request?.policy.capabilities).toEqual(['read_tracked_files', 'write_mirror'])
    expect(capabilities.find(({ capability }) => capability === 'create_files')).toMatchObject({
      on: false,
      locked: true,
      text: 'Not granted by this consent.',
    })
  })

  it('makes no request without a live consent, and says precisely which', () => {
    const obstacle = (patch: Partial<ProjectView>) => compose(project(patch), [runtime()], draft(), now)
    expect(obstacle({ consent: null, consentState: null }).request).toBeNull()
    expect(obstacle({ consent: null, consentState: null }).obstacle?.title).toBe(
      'sample-repo has no consent yet',
    )
    const used = { ...consent, scope: { type: 'once' as const }, consumedAt: now - 300_000 }
    expect(obstacle({ consent: used, consentState: 'consumed' }).obstacle?.text).toContain('5 min ago')
    const expired = { ...consent, scope: { type: 'until' as const, at: now - 86_400_000 } }
    expect(obstacle({ consent: expired, consentState: 'expired' }).obstacle?.text).toContain('yesterday')
    expect(
      obstacle({ consent: { ...consent, revokedAt: now }, consentState: 'revoked' }).obstacle?.way?.type,
    ).toBe('consent')
  })

  it('says why a runtime can’t be used, and leads to consent or probing', () => {
    const other = runtimeNameSchema.parse('codex')
    const absent = runtime({
      name: other,
      title: 'Codex',
      unavailable: failure('runtime.unavailable', 'Codex was not found on PATH.').error,
    })
    const composed = compose(project(), [absent, runtime()], draft({ runtime: other }), now)
    expect(composed.obstacle).toMatchObject({
      text: 'Codex was not found on PATH.',
      way: { type: 'settings' },
    })
    const uncovered = runtime({ name: other, title: 'Codex' })
    expect(compose(project(), [uncovered], draft(), now).obstacle?.way?.type).toBe('consent')
    expect(compose(project(), [absent, runtime()], draft(), now).runtime?.name).toBe(rehearsal)
  })

  it('refuses limits above the consent, and a prompt that is too long', () => {
    const above = compose(project(), [runtime()], draft({ limits: { wallTimeMs: '11' } }), now)
    expect(above.limitErrors).toEqual({ wallTimeMs: 'This consent allows at most 10 min.' })
    expect(above.request).toBeNull()
    const long = compose(project(), [runtime()], draft({ prompt: 'x'.repeat(300_000) }), now)
    expect(long.promptError).toContain('293 kB')
    expect(long.request).toBeNull()
  })
})

describe('limits as they are typed', () => {
  it('are read in the unit of their field; an empty one is the ceiling', () => {
    const { limits, errors } = readLimits({ wallTimeMs: '0.5', outputBytes: '2', events: '' }, defaultLimits)
    expect(errors).toEqual({})
    expect(limits).toEqual({ ...defaultLimits, wallTimeMs: 30_000, outputBytes: 2 * 1024 * 1024 })
  })

  it('say what may be entered', () => {
    expect(readLimits({ events: 'many' }, defaultLimits).errors).toEqual({
      events: 'Enter a number from 1 to 50,000.',
    })
  })
})
