import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft } from '../../../../../src/renderer/features/run/draft'
import { readLimits } from '../../../../../src/renderer/features/run/limit-fields'
import { missingWords } from '../../../../../src/renderer/features/run/missing'
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

  it('may reach the hosts of the consent, where other hosts may be reached at all', () => {
    const networked: Consent = {
      ...consent,
      capabilities: [...consent.capabilities, 'reach_network'],
      hosts: ['registry.example', '*.example.org:8443'],
    }
    const agent = runtime({ optional: ['run_commands', 'reach_network'] })
    const composed = (patch: Partial<Draft>) =>
      compose(project({ consent: networked }), [agent], draft(patch), now)
    const { request, capabilities } = composed({})
    expect(runRequestSchema.parse(request).policy.hosts).toEqual(networked.hosts)
    expect(capabilities.find(({ capability }) => capability === 'reach_network')?.text).toContain(
      'Your consent lists registry.example and *.example.org:8443.',
    )
    expect(composed({ without: ['reach_network'] }).request?.policy).not.toHaveProperty('hosts')
  })

  it('is not started where nothing holds it', () => {
    const composed = compose(project(), [runtime()], draft(), now)
    expect(missingWords(composed, draft(), false)).toBe('No sandbox can hold it.')
  })

  it('plays the scenario that fits any repository on one that is not the sample', () => {
    const survey = { id: 'survey', title: 'Survey', description: '' }
    const agent = runtime({ variants: [...runtime().variants, survey] })
    const sent = (isSample: boolean, patch: Partial<Draft> = {}) =>
      compose(project(), [agent], draft(patch), now, false, isSample).request?.variant
    expect(sent(true)).toBe('careful')
    expect(sent(false)).toBe('survey')
    expect(sent(false, { variant: 'hasty' })).toBe('hasty')
  })

  it('says why it can’t be started', () => {
    const missing = (patch: Partial<Draft>, of = project()) =>
      missingWords(compose(of, [runtime()], draft(patch), now), draft(patch))
    expect(missing({})).toBeNull()
    expect(missing({ prompt: ' ' })).toBe('Say what the agent shall do.')
    expect(missing({ limits: { wallTimeMs: '11' } })).toBe('A limit can’t be taken.')
    expect(missing({}, project({ consent: null, consentState: null }))).toBe(
      'sample-repo has no consent yet.',
    )
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
      way: { type: 'agents' },
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

describe('choosing the agent', () => {
  const codex = runtime({ name: runtimeNameSchema.parse('codex'), title: 'Codex' })
  const both = { ...consent, runtimes: [rehearsal, codex.name] }
  const chosen = (patch: Partial<ProjectView>, chosenDraft = draft()) =>
    compose(project({ consent: both, ...patch }), [runtime(), codex], chosenDraft, now).runtime?.name

  it('begins with the project’s preference, then the first that can be used', () => {
    expect(chosen({})).toBe('rehearsal')
    expect(chosen({ preferredRuntime: codex.name })).toBe('codex')
    expect(chosen({ preferredRuntime: codex.name, consent })).toBe('rehearsal')
  })
  it('follows the user before the preference', () => {
    expect(chosen({ preferredRuntime: codex.name }, draft({ runtime: rehearsal }))).toBe('rehearsal')
  })
  it('leads to the settings with the act that mends it', () => {
    const absent = {
      ...codex,
      unavailable: failure('runtime.not_signed_in', 'Codex is not signed in.').error,
    }
    const { obstacle } = compose(project(), [absent], draft(), now)
    expect(obstacle?.way).toEqual({ type: 'agents', label: 'Sign in…' })
  })
})

describe('choosing the model', () => {
  const free = runtime({ anyVariant: true })
  const sent = (variant: string | null) => compose(project(), [free], draft({ variant }), now)
  it('leaves it to the agent, takes a listed one, or any name', () => {
    expect(sent(null).request?.variant).toBeNull()
    expect(sent('hasty').request?.variant).toBe('hasty')
    expect(sent(' my-model ').request?.variant).toBe('my-model')
  })
  it('waits for a name that is still to be typed', () => {
    expect(sent('').request).toBeNull()
    expect(sent('').isVariantMissing).toBe(true)
  })
  it('never sends a name to an agent that does not take any', () => {
    expect(compose(project(), [runtime()], draft({ variant: 'other' }), now).request?.variant).toBe('careful')
  })
})

describe('a structured result', () => {
  const schema = '{"type":"object"}'
  const asked = (patch: Partial<Draft>, isWrong = false) =>
    compose(project(), [runtime()], draft(patch), now, isWrong).request
  it('is off by default, and stays off while its schema is only kept', () => {
    expect(asked({})?.outputSchema).toBeNull()
    expect(asked({ schema })?.outputSchema).toBeNull()
  })
  it('is asked for with its schema', () => {
    const request = asked({ schema, hasSchema: true })
    expect(request?.outputSchema).toBe(schema)
    expect(runRequestSchema.safeParse(request).success).toBe(true)
  })
  it('is not sent while its schema can’t be used', () => {
    expect(asked({ schema: '{', hasSchema: true })).toBeNull()
    expect(asked({ schema: '', hasSchema: true })).toBeNull()
    expect(asked({ schema, hasSchema: true }, true)).toBeNull()
  })
})

describe('what a power means', () => {
  it('says what comes with it, and who needs it', () => {
    const claude = runtime({ title: 'Claude Code', required: ['read_tracked_files', 'reach_provider'] })
    const granted = { ...consent, capabilities: [...consent.capabilities, 'reach_provider' as const] }
    const power = (given: Consent) =>
      compose(project({ consent: given }), [claude], draft(), now).capabilities.find(
        ({ capability }) => capability === 'reach_provider',
      )
    expect(power(granted)).toMatchObject({ on: true, locked: true })
    expect(power(granted)?.text).toContain('sent to the provider')
    expect(power(granted)?.text).toContain('Claude Code does not work without')
    expect(power(consent)?.text).toBe(
      'Not granted by this consent, and Claude Code does not work without it.',
    )
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
