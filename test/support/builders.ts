import {
  type Consent,
  consentIdSchema,
  defaultLimits,
  type EventBody,
  type EventOf,
  mirrorOnly,
  type Policy,
  projectIdSchema,
  type RuntimeInfo,
  runtimeNameSchema,
  type StoredEvent,
  sessionIdSchema,
} from '../../src/shared'

/** Small valid values for tests; each takes what the test is about and fills in the rest. */
export const ids = {
  project: projectIdSchema.parse('11111111-1111-4111-8111-111111111111'),
  otherProject: projectIdSchema.parse('22222222-2222-4222-8222-222222222222'),
  session: sessionIdSchema.parse('33333333-3333-4333-8333-333333333333'),
  otherSession: sessionIdSchema.parse('44444444-4444-4444-8444-444444444444'),
  consent: consentIdSchema.parse('55555555-5555-4555-8555-555555555555'),
  otherConsent: consentIdSchema.parse('66666666-6666-4666-8666-666666666666'),
}
export const rehearsal = runtimeNameSchema.parse('rehearsal')
export const otherRuntime = runtimeNameSchema.parse('other')

export function aConsent(patch: Partial<Consent> = {}): Consent {
  return {
    id: ids.consent,
    projectId: ids.project,
    repositoryIdentity: 'identity',
    runtimes: [rehearsal],
    capabilities: ['read_tracked_files', 'write_mirror', 'create_files', 'run_commands'],
    limits: defaultLimits,
    scope: { type: 'until_revoked' },
    grantedAt: 1000,
    revokedAt: null,
    consumedAt: null,
    consumedBy: null,
    ...patch,
  }
}

export function aPolicy(patch: Partial<Policy> = {}): Policy {
  return {
    capabilities: ['read_tracked_files', 'write_mirror'],
    limits: defaultLimits,
    runtimes: [rehearsal],
    ...patch,
  }
}

export function aRuntimeInfo(patch: Partial<RuntimeInfo> = {}): RuntimeInfo {
  return {
    name: rehearsal,
    title: 'Rehearsal',
    description: 'A rehearsal.',
    required: ['read_tracked_files'],
    optional: ['write_mirror', 'create_files', 'run_commands'],
    variants: [],
    version: '1',
    executable: '/usr/bin/node',
    signIn: { state: 'not_needed', by: null },
    anyVariant: false,
    unavailable: null,
    probedAt: 1000,
    ...patch,
  }
}

export function started(patch: Partial<EventOf<'session.started'>> = {}): EventOf<'session.started'> {
  return {
    type: 'session.started',
    projectId: ids.project,
    projectName: 'sample-repo',
    projectPath: '/somewhere/sample-repo',
    runtime: rehearsal,
    runtimeTitle: 'Rehearsal',
    variant: 'careful',
    prompt: 'Make parseRange accept open ends.',
    capabilities: ['read_tracked_files', 'write_mirror', 'create_files', 'run_commands'],
    limits: defaultLimits,
    level: mirrorOnly,
    ...patch,
  }
}

/** Numbers bodies as the store would: sequence from 1, one row each unless `row` says otherwise. */
export function stored(
  bodies: readonly EventBody[],
  row: (index: number) => number = (index) => index,
): StoredEvent[] {
  return bodies.map((body, index) => ({ seq: index + 1, at: 1000 + index, row: row(index), body }))
}
