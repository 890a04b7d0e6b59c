import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { identifyExecutable, startProcess } from '../../src/main/process'
import type { AgentEvent, AgentFailure, InvocationInput, Runtime } from '../../src/main/runtimes'
import {
  type AgentSettings,
  type Capability,
  defaultAgentSettings,
  defaultLimits,
  type Usage,
} from '../../src/shared'
import { noUsage } from '../../src/shared/fold/usage'
import { type Files, makeRepository, temporaryFolder } from './repository'

export type RuntimeRun = {
  readonly runtime: Runtime
  /** Absolute path of the agent's program. */
  readonly program: string
  readonly capabilities: readonly Capability[]
  readonly files: Files
  readonly settings?: Partial<AgentSettings>
  readonly prompt?: string
  readonly variant?: string
  readonly schema?: object
  readonly environment?: Readonly<Record<string, string>>
  /** An earlier run whose folders and conversation this one goes on with. */
  readonly after?: RuntimeOutcome
  /** Ends the program as soon as this resolves. */
  readonly cancel?: () => Promise<unknown>
}

export type RuntimeOutcome = {
  readonly input: InvocationInput
  readonly lines: readonly string[]
  readonly events: readonly AgentEvent[]
  readonly failure: AgentFailure | null
  readonly exitCode: number | null
  readonly stderr: string
}

/** One attempt of an agent through its runtime and our executor, without a broker. */
export async function runRuntime(run: RuntimeRun): Promise<RuntimeOutcome> {
  const input = run.after === undefined ? await newInput(run) : continued(run, run.after)
  for (const { path, content } of run.runtime.homeFiles(input)) {
    const full = join(input.homeFolder, path)
    mkdirSync(dirname(full), { recursive: true, mode: 0o700 })
    writeFileSync(full, content)
    chmodSync(full, 0o600)
  }
  const parser = run.runtime.createParser({
    mirrorFolder: input.mirrorFolder,
    variant: input.variant,
    attempt: 1,
    earlierUsage: null,
  })
  const lines: string[] = []
  const events: AgentEvent[] = []
  let stderr = ''
  const handle = { endInput: (): void => undefined }
  const started = await startProcess(run.runtime.buildInvocation(input), {
    runToken: randomUUID(),
    limits: { wallTimeMs: 90_000, outputBytes: defaultLimits.outputBytes, idleTimeMs: 60_000 },
    handlers: {
      onLine: (line) => {
        lines.push(line)
        const parsed = parser.line(line)
        events.push(...parsed)
        if (parsed.some(({ type }) => type === 'done')) handle.endInput()
      },
      onStderr: (text) => {
        stderr += text
      },
      onLimit: () => undefined,
    },
  })
  if (!started.ok) throw new Error(started.error.message)
  handle.endInput = started.value.endInput
  if (run.runtime.inputEnds === 'at_start') started.value.endInput()
  let stopped = false
  void run.cancel?.().then(() => {
    stopped = true
    return started.value.cancel()
  })
  const exit = await started.value.exited
  const end = parser.end({ code: exit.code, signal: exit.signal, errorText: stderr, stopped })
  events.push(...end.events)
  return { input, lines, events, failure: end.failure, exitCode: exit.code, stderr }
}

async function newInput(run: RuntimeRun): Promise<InvocationInput> {
  const root = temporaryFolder()
  const [controlFolder, homeFolder] = [join(root, 'control'), join(root, 'home of a run (1)')]
  mkdirSync(controlFolder)
  mkdirSync(homeFolder)
  const executable = await identifyExecutable(run.program)
  if (!executable.ok) throw new Error(executable.error.message)
  const signIn = await run.runtime.signIn()
  if (!signIn.ok) throw new Error(signIn.error.message)
  const text = run.schema === undefined ? null : JSON.stringify(run.schema)
  const path = join(controlFolder, 'schema.json')
  if (text !== null) writeFileSync(path, text)
  return {
    executable: executable.value,
    prompt: run.prompt ?? 'Do the task.',
    variant: run.variant ?? null,
    capabilities: run.capabilities,
    limits: defaultLimits,
    mirrorFolder: makeRepository(run.files),
    controlFolder,
    homeFolder,
    signIn: signIn.value,
    settings: { ...defaultAgentSettings, ...run.settings },
    outputSchema: text === null ? null : { text, path },
    conversation: null,
    box: null,
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...run.environment },
  }
}

function continued(run: RuntimeRun, { input, events }: RuntimeOutcome): InvocationInput {
  const conversation = events.flatMap((event) => (event.type === 'agent.ready' ? [event.session] : [])).at(-1)
  return { ...input, prompt: run.prompt ?? 'Go on.', conversation: conversation ?? null }
}

/** The tokens that a run's events add up to: a response may report more than once, its last report counts. */
export function tokensOf(events: readonly AgentEvent[]): Omit<Usage, 'costUsd'> {
  const byResponse = new Map<string, Usage>()
  for (const event of events) if (event.type === 'agent.usage') byResponse.set(event.responseId, event.usage)
  const { costUsd: _, ...sum } = [...byResponse.values()].reduce(
    (a, b) => ({
      inputTokens: a.inputTokens + b.inputTokens,
      outputTokens: a.outputTokens + b.outputTokens,
      cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
      cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
      reasoningTokens: a.reasoningTokens + b.reasoningTokens,
      costUsd: null,
    }),
    noUsage,
  )
  return sum
}

export const readFrom = ({ input }: RuntimeOutcome, path: string): string =>
  readFileSync(join(input.mirrorFolder, path), 'utf8')
