import { realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Capability, failure, type GloveboxError, ok, runtimeNameSchema } from '../../shared'
import {
  environmentFor,
  type Invocation,
  identifyExecutable,
  type RunCommand,
  sameExecutable,
} from '../process'
import { type FoundNode, findNode } from './find-node'
import { readScenarios } from './rehearsal-scenarios'
import { createRehearsalParser } from './rehearsal-stream'
import type { InvocationInput, Probe, Runtime } from './runtime'

/** What can play the agent: a Node on this machine, or the app itself in a mode made for it. */
export type RehearsalProgram = {
  /** Paths at which a Node may be, best first. Asked for at each probe. */
  readonly nodeCandidates: () => Promise<readonly string[]>
  readonly agentPath: string
  readonly scenariosFolder: string
  /** The app's own program and what comes before the agent's arguments; played where no Node is found. */
  readonly embedded: EmbeddedProgram | null
}

export type EmbeddedProgram = {
  readonly executable: string
  readonly args: readonly string[]
  readonly version: string
  /** What it needs besides the allow-listed variables (a display, for one). */
  readonly environment: Readonly<Record<string, string>>
}

export type RehearsalDeps = {
  readonly program: RehearsalProgram
  readonly runCommand: RunCommand
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  /** `real` leaves time to watch, `fast` is for tests. */
  readonly pace?: 'real' | 'fast'
}

export const rehearsalName = runtimeNameSchema.parse('rehearsal')

const required: Capability[] = ['read_tracked_files']
const optional: Capability[] = ['write_mirror', 'create_files', 'run_commands']
const defaultScenario = 'careful'

/** The embedded agent: plays a written scenario. It needs no model, no key and no network. */
export function createRehearsalRuntime({
  program,
  runCommand,
  environment,
  now,
  pace = 'real',
}: RehearsalDeps): Runtime {
  const embeddedPath = program.embedded === null ? null : realPath(program.embedded.executable)
  let foundNode: FoundNode | null = null

  const find = async (): Promise<FoundNode | GloveboxError> => {
    if (foundNode !== null && (await sameExecutable(foundNode.identity))) return foundNode
    const node = await findNode({
      candidates: await program.nodeCandidates(),
      runCommand,
      environment: probeEnvironment(environment),
    })
    foundNode = node.ok ? node.value : null
    if (node.ok) return node.value
    return (await identifyEmbedded(program.embedded)) ?? node.error
  }

  return {
    name: rehearsalName,
    probe: async () => {
      const variants = await readScenarios(program.scenariosFolder)
      const isThere = await stat(program.agentPath).catch(() => null)
      const chosen = isThere === null ? agentMissing(program.agentPath) : await find()
      return probeOf(chosen, variants, now())
    },
    buildInvocation: (input) => {
      const embedded = input.executable.path === embeddedPath ? program.embedded : null
      const start = embedded === null ? [program.agentPath] : embedded.args
      const own = [dirname(program.agentPath), program.scenariosFolder]
      return buildInvocation(input, { start, pace, reads: own, extra: embedded?.environment ?? {} })
    },
    signIn: () => Promise.resolve(ok({ type: 'none' })),
    homeFiles: () => [],
    isTranscript: () => false,
    createParser: createRehearsalParser,
    inputEnds: 'at_start',
    acknowledgement: JSON.stringify({ type: 'continue' }),
  }
}

function buildInvocation(
  { executable, prompt, variant, capabilities, mirrorFolder, environment }: InvocationInput,
  {
    start,
    pace,
    reads,
    extra,
  }: {
    readonly start: readonly string[]
    readonly pace: string
    readonly reads: readonly string[]
    readonly extra: Readonly<Record<string, string>>
  },
): Invocation {
  const used = [...required, ...optional].filter((capability) => capabilities.includes(capability))
  return {
    executable: executable.path,
    args: [
      ...start,
      '--scenario',
      variant ?? defaultScenario,
      '--mirror',
      mirrorFolder,
      '--capabilities',
      used.join(','),
      '--pace',
      pace,
    ],
    environment: { ...environment, ...extra },
    folder: mirrorFolder,
    // Not an argument: those can be read by every process of the machine, and their length is limited.
    input: `${JSON.stringify({ type: 'prompt', text: prompt })}\n`,
    reads,
  }
}

function probeOf(
  chosen: FoundNode | GloveboxError,
  variants: Awaited<ReturnType<typeof readScenarios>>,
  probedAt: number,
): Probe {
  const node = 'identity' in chosen ? chosen : null
  return {
    executable: node?.identity ?? null,
    info: {
      name: rehearsalName,
      title: 'Rehearsal',
      description:
        'Plays a written scenario to show how Glovebox works. It is no model: none is asked, and nothing leaves this machine.',
      required,
      optional,
      variants: [...variants],
      version: node?.version ?? null,
      executable: node?.identity.path ?? null,
      signIn: { state: 'not_needed', by: null },
      anyVariant: false,
      unavailable: 'identity' in chosen ? null : chosen,
      probedAt,
    },
  }
}

/** A version manager's stand-in for `node` looks for its versions below the home folder. */
function probeEnvironment(environment: RehearsalDeps['environment']): Readonly<Record<string, string>> {
  const home = environment['HOME']
  return { ...environmentFor(environment), ...(home === undefined ? {} : { HOME: home }) }
}

async function identifyEmbedded(embedded: EmbeddedProgram | null): Promise<FoundNode | null> {
  if (embedded === null) return null
  const identity = await identifyExecutable(embedded.executable)
  return identity.ok ? { identity: identity.value, version: embedded.version } : null
}

function agentMissing(path: string): GloveboxError {
  const message = 'The rehearsal’s own files are missing. Install Glovebox again.'
  return failure('runtime.unavailable', message, { path }).error
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
