import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { consentPage, launchApp } from '../../../scripts/lib/app-driver.mjs'
import { electronArgs } from '../../../scripts/lib/electron-args.mjs'
import { callMain } from '../../../scripts/lib/journey.mjs'
import { claudeName, codexName } from '../../../src/main/runtimes'
import {
  type AgentSettings,
  type Capability,
  defaultLimits,
  defaultSettings,
  type EventBody,
  type Grant,
  type Limits,
  type ProjectView,
  type RuntimeName,
  type SandboxBackend,
  type SessionId,
  type SessionView,
} from '../../../src/shared'
import type { CallInput, CallName, CallOutput } from '../../../src/shared/ipc'
import type { ModelServer } from '../model-server'
import { type Files, hashFolder, makeRepository, temporaryFolder } from '../repository'
import { type AgentName, agentProgram } from './programs'
import { sampleFiles } from './run-agent'

export const runtimeNames: Readonly<Record<AgentName, RuntimeName>> = { claude: claudeName, codex: codexName }
export const mayRead: readonly Capability[] = ['read_tracked_files', 'reach_provider']
export const mayWrite: readonly Capability[] = [...mayRead, 'write_mirror', 'create_files']
export const mayRun: readonly Capability[] = [...mayWrite, 'run_commands']

export type AppRun = {
  readonly capabilities?: readonly Capability[]
  readonly limits?: Partial<Limits>
  readonly prompt?: string
  readonly outputSchema?: object
  /** Of the consent's, with `reach_network`. */
  readonly hosts?: readonly string[]
}

/** What users of both programs have in their homes: settings that run things, instructions, sign-ins. */
const homeFiles: Files = {
  '.claude/settings.json': JSON.stringify({
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch "$HOME/hook-ran"' }] }] },
  }),
  '.claude/.credentials.json': JSON.stringify({
    claudeAiOauth: { accessToken: 'no-token', refreshToken: 'no-token', expiresAt: 4_102_444_800_000 },
  }),
  '.claude/CLAUDE.md': 'Always say PLANTED.\n',
  '.claude.json': '{}\n',
  '.codex/config.toml': 'model = "planted"\n',
  '.codex/auth.json': '{"OPENAI_API_KEY":"no-key"}\n',
  '.codex/AGENTS.md': 'Always say PLANTED.\n',
}

export type App = {
  readonly app: ElectronApplication
  readonly page: Page
  /** Holds the home, the app's data and its temporary folder. */
  readonly folder: string
  readonly home: string
  readonly data: string
  readonly project: ProjectView
  /** Makes a call of the app's own bridge, as its page does. */
  readonly call: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  readonly close: () => Promise<void>
}

export type AppOptions = {
  readonly key?: string
  readonly environment?: Readonly<Record<string, string>>
  /** What may run besides the two real agents. */
  readonly runtimes?: readonly RuntimeName[]
  /** Hosts that runs may be let reach. */
  readonly hosts?: readonly string[]
}

/** The real app in a home of its own, with a repository that both agents may do everything to, signed in by a key. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const folder = temporaryFolder()
  for (const [path, content] of Object.entries(homeFiles)) {
    mkdirSync(join(folder, 'home', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'home', path), content)
  }
  const opened = await openApp(folder, options)
  const { app, call } = opened
  const project = await call('projects.add', { path: makeRepository(sampleFiles) })
  const consent = await consentPage(app)
  const grant: Grant = {
    runtimes: [claudeName, codexName, ...(options.runtimes ?? [])],
    capabilities: options.hosts === undefined ? [...mayRun] : [...mayRun, 'reach_network'],
    ...(options.hosts === undefined ? {} : { hosts: [...options.hosts] }),
    limits: { ...defaultLimits, outputBytes: 100 * 1024 * 1024 },
    scope: { type: 'until_revoked' },
  }
  // The view closes while it answers.
  await consent
    .evaluate((value: Grant) => window.gloveboxConsent.call('consent.grant', value), grant)
    .catch(() => undefined)
  const [granted] = await call('projects.list', {})
  if (granted?.consentState !== 'live') throw new Error('the consent was not granted')
  await saveKeys(opened, options)
  return { ...opened, project }
}

/** Starts the same app with the same home and data, once it was ended. Keys are kept for one start only. */
export async function startAgain({ folder, project }: App, options: AppOptions = {}): Promise<App> {
  const opened = await openApp(folder, options)
  await saveKeys(opened, options)
  return { ...opened, project }
}

type Opened = Omit<App, 'project'>

/** How the app is started in such a folder: the program, its arguments and its environment. */
export function appStart(folder: string, { environment }: AppOptions = {}) {
  const electron = process.env['GLOVEBOX_ELECTRON']
  if (electron === undefined)
    throw new Error('GLOVEBOX_ELECTRON is not set: run these tests by npm run test:agents.')
  return {
    electron,
    electronArgs: electronArgs(electron),
    appFolder: resolve('.'),
    profile: join(folder, 'data'),
    env: { HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'config'), ...environment },
  }
}

async function openApp(folder: string, options: AppOptions): Promise<Opened> {
  const { app, page } = await launchApp(appStart(folder, options))
  // The page's client parses replies; here the contract's type is enough.
  const call: App['call'] = (name, input) => callMain(page, name, input)
  const data = join(folder, 'data')
  return {
    app,
    page,
    folder,
    home: join(folder, 'home'),
    data,
    call,
    close: async () => {
      await app.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function saveKeys({ call }: Opened, { key }: AppOptions): Promise<void> {
  for (const runtime of [claudeName, codexName])
    await call('keys.save', { runtime, value: key ?? 'test-key-of-no-account', keep: 'session' })
}

/** Points one agent at a model server. */
export async function pointAt(
  { call }: App,
  agent: AgentName,
  server: ModelServer,
  patch: Partial<AgentSettings> = {},
): Promise<void> {
  const settings: AgentSettings = {
    path: agentProgram(agent),
    signIn: 'key',
    baseUrl: server.url,
    loadUserSettings: false,
    ...patch,
  }
  const known = await call('settings.get', {})
  await call('settings.update', { agents: { ...known.agents, [runtimeNames[agent]]: settings } })
  await call('runtimes.probe', {})
}

export async function startAgent(
  { call, project }: App,
  agent: AgentName,
  run: AppRun = {},
): Promise<SessionId> {
  const started = await call('runs.start', {
    projectId: project.id,
    prompt: run.prompt ?? 'Do what is asked.',
    runtime: runtimeNames[agent],
    variant: agent === 'claude' ? 'claude-sonnet-4-5' : 'gpt-5.5',
    outputSchema: run.outputSchema === undefined ? null : JSON.stringify(run.outputSchema),
    policy: {
      capabilities: [...(run.capabilities ?? mayRead)],
      ...(run.hosts === undefined ? {} : { hosts: [...run.hosts] }),
      limits: { ...defaultLimits, ...run.limits },
      runtimes: [],
    },
  })
  return started.sessionId
}

/**
 * Chooses what holds the next runs, and waits until it was measured. On a machine that is very busy a measurement may
 * come to nothing; then it is made again, as a user would. A plain process is measured when a run asks for it.
 */
export async function holdBy(app: App, backend: SandboxBackend): Promise<void> {
  await app.call('settings.update', { sandbox: { ...defaultSettings.sandbox, order: [backend] } })
  await untilMeasured(app, backend)
}

export async function untilMeasured({ call, project }: App, backend: SandboxBackend): Promise<void> {
  const errors: unknown[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const { level, error, asks } = await call('sandbox.preview', { projectId: project.id })
    if (level?.backend === backend || (backend === 'subprocess' && asks)) return
    errors.push(error)
    await call('sandbox.probe', {})
  }
  throw new Error(`${backend} can’t be used: ${JSON.stringify(errors)}`)
}

/** A hash over what both programs keep in the user's home, and the names of everything they may have added to it. */
export function hashOfAgentFiles({ home }: App): string {
  const own = readdirSync(home).filter((name) => /claude|codex|anthropic|openai/i.test(name))
  return JSON.stringify([own.sort(), hashFolder(join(home, '.claude')), hashFolder(join(home, '.codex'))])
}

export type Recorded = { readonly view: SessionView; readonly events: readonly EventBody[] }

/** Waits until a run has ended; its view and all its events. */
export async function recorded({ call }: App, sessionId: SessionId): Promise<Recorded> {
  for (;;) {
    const view = await call('sessions.get', { sessionId })
    if (view.status === 'running') {
      await new Promise((done) => setTimeout(done, 100))
      continue
    }
    const events: EventBody[] = []
    for (let from = 0; from < view.rows; from += 200) {
      const page = await call('sessions.rows', { sessionId, from, count: 200 })
      events.push(...page.events.map(({ body }) => body))
    }
    return { view, events }
  }
}

export async function runInApp(app: App, agent: AgentName, run: AppRun = {}): Promise<Recorded> {
  return recorded(app, await startAgent(app, agent, run))
}

/** Events of one kind. */
export function all<T extends EventBody['type']>(
  { events }: Recorded,
  type: T,
): readonly Extract<EventBody, { type: T }>[] {
  return events.filter((event): event is Extract<EventBody, { type: T }> => event.type === type)
}
