import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createStartProcess,
  environmentFor,
  identifyExecutable,
  type ProcessExit,
  type RunningProcess,
  runCommand,
} from '../../../src/main/process'
import { type AgentEvent, createRehearsalRuntime } from '../../../src/main/runtimes'
import { type Capability, defaultAgentSettings, defaultLimits } from '../../../src/shared'

const root = join(import.meta.dirname, '../../..')
export const agentPath = join(root, 'resources/rehearsal/agent.mjs')

export const runtime = createRehearsalRuntime({
  program: {
    nodeCandidates: async () => [process.execPath],
    agentPath,
    scenariosFolder: join(root, 'resources/rehearsal/scenarios'),
    embedded: null,
  },
  runCommand,
  environment: process.env,
  now: Date.now,
  pace: 'fast',
})

const startProcess = createStartProcess({
  now: () => performance.now(),
  grace: { interruptMs: 2000, terminateMs: 500 },
})

export const allCapabilities: readonly Capability[] = [
  'read_tracked_files',
  'write_mirror',
  'create_files',
  'run_commands',
]

/** A copy of the sample project as a mirror would hold it. */
export function sampleMirror(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-mirror-')))
  cpSync(join(root, 'resources/sample-repo'), folder, { recursive: true })
  renameSync(join(folder, 'dot-gitignore'), join(folder, '.gitignore'))
  return folder
}

export function emptyMirror(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-mirror-')))
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

export function folderIn(mirror: string, name: string): string {
  mkdirSync(join(mirror, name), { recursive: true })
  return join(mirror, name)
}

export type Play = {
  readonly events: readonly AgentEvent[]
  readonly stderr: string
  readonly exit: ProcessExit
}

export type PlayOptions = {
  readonly mirror: string
  readonly scenario: string
  readonly capabilities?: readonly Capability[]
  readonly prompt?: string
  readonly runToken?: string
  /** Called with each event; by default a finished response is acknowledged at once. */
  readonly onEvent?: (event: AgentEvent, process: RunningProcess) => void
}

/** Plays a scenario through the real executor and parser, as the broker does. */
export async function play(options: PlayOptions): Promise<Play> {
  const {
    mirror,
    scenario,
    capabilities = allCapabilities,
    prompt = 'Fix it',
    onEvent = acknowledge,
  } = options
  const executable = await identifyExecutable(process.execPath)
  if (!executable.ok) throw new Error(executable.error.message)
  const invocation = runtime.buildInvocation({
    executable: executable.value,
    prompt,
    variant: scenario,
    capabilities,
    limits: defaultLimits,
    mirrorFolder: mirror,
    controlFolder: mirror,
    homeFolder: mirror,
    signIn: { type: 'none' },
    settings: defaultAgentSettings,
    outputSchema: null,
    conversation: null,
    box: null,
    environment: environmentFor(process.env),
  })
  const parser = runtime.createParser()
  const events: AgentEvent[] = []
  const handle: { process?: RunningProcess } = {}
  let stderr = ''
  const started = await startProcess(invocation, {
    runToken: options.runToken ?? `test-${Math.random()}`,
    limits: { wallTimeMs: 50_000, outputBytes: 64 * 1024 * 1024, idleTimeMs: 50_000 },
    handlers: {
      onLine: (line) => {
        for (const event of parser.line(line)) {
          events.push(event)
          if (handle.process !== undefined) onEvent(event, handle.process)
        }
      },
      onStderr: (text) => {
        stderr += text
      },
      onLimit: () => undefined,
    },
  })
  if (!started.ok) throw new Error(started.error.message)
  handle.process = started.value
  const exit = await started.value.exited
  return { events, stderr, exit }
}

export function acknowledge(event: AgentEvent, process: RunningProcess): void {
  if (event.type === 'response.finished') process.writeLine(runtime.acknowledgement ?? '')
}

export function only<T extends AgentEvent['type']>(
  events: readonly AgentEvent[],
  type: T,
): Extract<AgentEvent, { type: T }>[] {
  return events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
}
