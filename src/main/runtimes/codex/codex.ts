import { devNull } from 'node:os'
import { type AgentSettings, type Capability, type Result, runtimeNameSchema } from '../../../shared'
import type { RunCommand } from '../../process'
import { createProgramFinder, type FoundProgram } from '../program-finder'
import { withPath } from '../program-version'
import type { Probe, Runtime, SignInResult } from '../runtime'
import { codexHomeFiles, isCodexTranscript } from './home'
import { buildCodexInvocation } from './invocation'
import { codexModels } from './models'
import { nativeCodex } from './native-program'
import { createCodexParser } from './parser'
import { codexSignIn } from './sign-in'

export type CodexDeps = {
  readonly runCommand: RunCommand
  /** The app's own environment, whole. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The user's home folder, absolute. */
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly now: () => number
  readonly settings: () => AgentSettings
  /** The API key that Glovebox keeps; null: none. */
  readonly key: () => string | null
  /** Masks secrets in what a broken program printed (I8). */
  readonly redact?: (text: string) => string
}

export const codexName = runtimeNameSchema.parse('codex')

const required: Capability[] = ['read_tracked_files', 'reach_provider']
const optional: Capability[] = ['write_mirror', 'create_files', 'run_commands', 'reach_network']

/** Runs were tried with it and with later ones; 0.144 does not know every switch that a run sets. */
export const oldestCodex = '0.150.1'
const install = 'Install or update it with “npm install -g @openai/codex”, then probe again.'
const probeTimeoutMs = 5000

/** OpenAI's Codex, as the user has installed it, driven by `codex exec`. */
export function createCodexRuntime(deps: CodexDeps): Runtime {
  const { runCommand, environment, home, platform, arch, now, settings } = deps
  const finder = createProgramFinder({
    title: 'Codex',
    names: ['codex'],
    runCommand,
    environment,
    home,
    platform,
    versionArgs: ['--version'],
    parseVersion: (output) => /^codex-cli (\d+\.\d+\.\d+)/m.exec(output)?.[1] ?? null,
    oldest: oldestCodex,
    timeoutMs: probeTimeoutMs,
    install,
    // A home that can't be one: the user's own stays as it is.
    extraEnvironment: { CODEX_HOME: devNull },
    prefer: (found) => nativeCodex(found, platform, arch),
    ...(deps.redact === undefined ? {} : { redact: deps.redact }),
  })
  /** By program: what a launcher script needs on PATH. */
  const pathFolders = new Map<string, readonly string[]>()

  return {
    name: codexName,
    probe: async () => {
      const [found, signIn] = await Promise.all([finder.find(settings().path), codexSignIn(deps)])
      if (found.ok) pathFolders.set(found.value.identity.path, found.value.pathFolders)
      return probeOf(found, signIn, settings().signIn, now())
    },
    signIn: () => codexSignIn(deps),
    buildInvocation: (input) => {
      const folders = pathFolders.get(input.executable.path) ?? []
      return buildCodexInvocation({ ...input, environment: withPath(input.environment, folders) }, platform)
    },
    homeFiles: codexHomeFiles,
    createParser: (context) => createCodexParser({ now: context?.now ?? now, context: context ?? null }),
    inputEnds: 'at_start',
    acknowledgement: null,
    isTranscript: isCodexTranscript,
  }
}

function probeOf(
  found: Result<FoundProgram>,
  signedIn: SignInResult,
  by: AgentSettings['signIn'],
  probedAt: number,
): Probe {
  const program = found.ok ? found.value : null
  return {
    executable: program?.identity ?? null,
    info: {
      name: codexName,
      title: 'Codex',
      description:
        'OpenAI’s coding agent: your own program, with your own account. It reads files by shell commands, which its own sandbox holds: without “Run commands” they see the copy and the system’s folders alone, and no network.',
      required,
      optional,
      variants: [...codexModels],
      version: program?.version ?? null,
      executable: program?.identity.path ?? null,
      signIn: signedIn.ok ? { state: 'signed_in', by } : { state: 'not_signed_in', by: null },
      anyVariant: true,
      unavailable: found.ok ? (signedIn.ok ? null : signedIn.error) : found.error,
      probedAt,
    },
  }
}
