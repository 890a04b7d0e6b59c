import { join } from 'node:path'
import { agentKeyNames, createAgents } from '../../../src/main/boot/agents'
import type { Services } from '../../../src/main/boot/services'
import { claudeName, codexName } from '../../../src/main/runtimes'
import {
  type Capability,
  defaultLimits,
  defaultSettings,
  type EventBody,
  type Limits,
  type RuntimeName,
  type SessionId,
  type SessionView,
} from '../../../src/shared'
import type { ModelServer } from '../model-server'
import { makeRepository, temporaryFolder } from '../repository'
import { bodies, ended, startServices } from '../services'
import { unwrap } from '../workspace'
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
}

/** The app's services with the vendors' real programs, a repository of its own, and a home in which nothing is. */
export async function startApp(key = 'test-key-of-no-account') {
  const folder = temporaryFolder()
  const home = join(folder, 'home')
  const services = await startServices(
    join(folder, 'data'),
    (deps) => createAgents(deps, { environment: { PATH: process.env['PATH'] }, home }),
    { keyNames: agentKeyNames },
  )
  const project = unwrap(await services.projects.add(makeRepository(sampleFiles)))
  for (const runtime of agentKeyNames.keys()) unwrap(services.keys.save(runtime, key, 'session'))
  services.consents.grant(project, {
    runtimes: [claudeName, codexName],
    capabilities: [...mayRun],
    limits: { ...defaultLimits, outputBytes: 100 * 1024 * 1024 },
    scope: { type: 'until_revoked' },
  })
  return { folder, home, services, project }
}
export type App = Awaited<ReturnType<typeof startApp>>

/** Points one agent at a model server. */
export async function pointAt({ services }: App, agent: AgentName, server: ModelServer): Promise<void> {
  const settings = {
    path: agentProgram(agent),
    signIn: 'key',
    baseUrl: server.url,
    loadUserSettings: false,
  } as const
  services.store.write.saveSettings({ ...defaultSettings, agents: { [runtimeNames[agent]]: settings } })
  await services.runtimes.probeAgain()
}

export async function startAgent(app: App, agent: AgentName, run: AppRun = {}): Promise<SessionId> {
  const started = await app.services.broker.start({
    projectId: app.project.id,
    prompt: run.prompt ?? 'Do what is asked.',
    runtime: runtimeNames[agent],
    variant: agent === 'claude' ? 'claude-sonnet-4-5' : 'gpt-5.5',
    outputSchema: run.outputSchema === undefined ? null : JSON.stringify(run.outputSchema),
    policy: {
      capabilities: [...(run.capabilities ?? mayRead)],
      limits: { ...defaultLimits, ...run.limits },
      runtimes: [],
    },
  })
  return unwrap(started).sessionId
}

export type Recorded = { readonly view: SessionView; readonly events: readonly EventBody[] }

export async function recorded(services: Services, id: SessionId): Promise<Recorded> {
  const view = await ended(services, id)
  return { view, events: bodies(services, id) }
}

export async function runInApp(app: App, agent: AgentName, run: AppRun = {}): Promise<Recorded> {
  return recorded(app.services, await startAgent(app, agent, run))
}

/** Events of one kind. */
export function all<T extends EventBody['type']>(
  { events }: Recorded,
  type: T,
): readonly Extract<EventBody, { type: T }>[] {
  return events.filter((event): event is Extract<EventBody, { type: T }> => event.type === type)
}
