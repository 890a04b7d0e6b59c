import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createServices, type Services, type Surroundings } from '../../src/main/boot/services'
import type { Encryption } from '../../src/main/keys'
import { parsePriceTable } from '../../src/main/prices'
import { runCommand } from '../../src/main/process'
import {
  createRehearsalRuntime,
  listNodeCandidates,
  type Runtime,
  rehearsalName,
} from '../../src/main/runtimes'
import {
  type Capability,
  type Consent,
  type ConsentScope,
  defaultLimits,
  type EventBody,
  type Limits,
  type Project,
  type SessionId,
  type SessionView,
} from '../../src/shared'
import { buildWorkers } from './build-workers'
import { plainSandbox } from './plain-sandbox'
import { unwrap } from './workspace'

export const allOfRehearsal: Capability[] = [
  'read_tracked_files',
  'write_mirror',
  'create_files',
  'run_commands',
]

/** The app's own services under plain Node: real git, SQLite, workers and processes in a data folder of the test. */
export async function startServices(
  folder: string,
  runtimes?: Surroundings['runtimes'] | readonly Runtime[],
  patch: Partial<Surroundings> = {},
  store = join(folder, 'store'),
): Promise<Services> {
  mkdirSync(folder, { recursive: true })
  const workers = await buildWorkers()
  return unwrap(
    await createServices({
      data: {
        store,
        runs: join(folder, 'runs'),
        logs: join(folder, 'logs'),
        sample: join(folder, 'sample-repo'),
        keys: join(folder, 'keys.json'),
        sandbox: join(folder, 'sandbox'),
      },
      sampleFiles: resolve('resources/sample-repo'),
      dockerfile: resolve('resources/sandbox/Dockerfile'),
      worker: (name) =>
        workers[name === 'snapshot-worker' ? 'snapshot' : name === 'egress-worker' ? 'egress' : 'mirror'],
      sqliteBinding: null,
      environment: process.env,
      runtimes: typeof runtimes === 'function' ? runtimes : () => runtimes ?? [rehearsalForTests()],
      keyNames: new Map(),
      encryption: noEncryption,
      sandbox: plainSandbox,
      providers: new Map(),
      home: homedir(),
      askUnsandboxed: () => Promise.resolve(false),
      priceTable: unwrap(parsePriceTable(readFileSync(resolve('resources/prices.json'), 'utf8'))),
      ...patch,
    }),
  )
}

/** A machine without a key store. */
export const noEncryption: Encryption = {
  available: () => false,
  encrypt: () => {
    throw new Error('there is no key store')
  },
  decrypt: () => {
    throw new Error('there is no key store')
  },
}

export function rehearsalForTests(pace: 'fast' | 'real' = 'fast'): Runtime {
  return createRehearsalRuntime({
    program: {
      nodeCandidates: () =>
        listNodeCandidates({ environment: process.env, home: homedir(), platform: process.platform }),
      agentPath: resolve('resources/rehearsal/agent.mjs'),
      scenariosFolder: resolve('resources/rehearsal/scenarios'),
      embedded: null,
    },
    runCommand,
    environment: process.env,
    now: Date.now,
    pace,
  })
}

export async function addSample(services: Services): Promise<Project> {
  return unwrap(await services.projects.add(unwrap(await services.materializeSample())))
}

export function grantAll(
  services: Services,
  project: Project,
  patch: {
    readonly scope?: ConsentScope
    readonly capabilities?: Capability[]
    readonly limits?: Limits
  } = {},
): Consent {
  return services.consents.grant(project, {
    runtimes: [rehearsalName],
    capabilities: allOfRehearsal,
    limits: defaultLimits,
    scope: { type: 'until_revoked' },
    ...patch,
  })
}

export type RunOptions = {
  readonly variant?: string
  readonly capabilities?: Capability[]
  readonly limits?: Partial<Limits>
  readonly prompt?: string
}

export async function startRun(
  services: Services,
  project: Project,
  {
    variant = 'careful',
    capabilities = allOfRehearsal,
    limits = {},
    prompt = 'Accept open ends.',
  }: RunOptions = {},
): Promise<SessionId> {
  const started = await services.broker.start({
    projectId: project.id,
    prompt,
    runtime: rehearsalName,
    variant,
    outputSchema: null,
    policy: { capabilities, limits: { ...defaultLimits, ...limits }, runtimes: [] },
  })
  return unwrap(started).sessionId
}

/** Starts a run and waits until the broker has let go of it. */
export async function run(
  services: Services,
  project: Project,
  options: RunOptions = {},
): Promise<SessionView> {
  const id = await startRun(services, project, options)
  return ended(services, id)
}

export async function ended(services: Services, id: SessionId): Promise<SessionView> {
  while (services.broker.active().includes(id)) await new Promise((done) => setTimeout(done, 20))
  const view = services.store.read.session(id)
  if (view === null) throw new Error('the session is not stored')
  return view
}

export function bodies(services: Services, id: SessionId): readonly EventBody[] {
  const events: EventBody[] = []
  let after = 0
  for (;;) {
    const page = services.store.read.eventsAfter(id, after, 1000, 10_000_000)
    const last = page.at(-1)
    if (last === undefined) return events
    events.push(...page.map(({ body }) => body))
    after = last.seq
  }
}
