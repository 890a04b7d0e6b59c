import { join } from 'node:path'
import { type Capability, type RuntimeInfo, runtimeNameSchema, type SignInState } from '../../../shared'
import type { RunCommand } from '../../process'
import { createProgramFinder } from '../program-finder'
import type { Probe, Runtime } from '../runtime'
import { configFolder } from './environment'
import { buildClaudeInvocation, claudeHomeFiles } from './invocation'
import { createClaudeParser } from './parser'
import { type ClaudeSignInDeps, claudeSignIn } from './sign-in'

export type ClaudeRuntimeDeps = ClaudeSignInDeps & {
  readonly runCommand: RunCommand
  /** How long one program may take to say its version. */
  readonly probeTimeoutMs?: number
  /** Masks secrets in what a broken program printed (I8). */
  readonly redact?: (text: string) => string
}

export const claudeName = runtimeNameSchema.parse('claude-code')

/**
 * With 2.1.187 a schema's output became dependable; the release before made `--tools` hold on a program's first start
 * in a home, which each run is. `--safe-mode` is there since 2.1.169.
 */
const oldest = '2.1.187'
const defaultProbeTimeoutMs = 4000

const required: Capability[] = ['read_tracked_files', 'reach_provider']
const optional: Capability[] = ['write_mirror', 'create_files', 'run_commands', 'reach_network']

const variants: RuntimeInfo['variants'] = [
  { id: 'sonnet', title: 'Sonnet', description: 'The newest Sonnet: balanced.' },
  { id: 'opus', title: 'Opus', description: 'The newest Opus: for hard tasks.' },
  { id: 'haiku', title: 'Haiku', description: 'The newest Haiku: fast and cheap.' },
]

/** Claude Code: the user's own program, started anew for each run in a home of the run's own. */
export function createClaudeRuntime(deps: ClaudeRuntimeDeps): Runtime {
  const finder = createProgramFinder({
    ...deps,
    title: 'Claude Code',
    names: ['claude'],
    ownFolders: ['.local/bin', '.claude/local', '.claude/bin', '.claude/local/node_modules/.bin'],
    versionArgs: ['--version'],
    parseVersion: (output) => /^(\d+\.\d+\.\d+)\S* \(Claude Code\)/.exec(output.trim())?.[1] ?? null,
    oldest,
    timeoutMs: deps.probeTimeoutMs ?? defaultProbeTimeoutMs,
    install:
      'Install or update it as claude.com/claude-code says (“npm install -g @anthropic-ai/claude-code”), then probe again.',
    // Its own state goes nowhere near the user's.
    extraEnvironment: { DISABLE_AUTOUPDATER: '1' },
  })
  /** By program: what its launcher needs on PATH, as the probe found it. */
  const pathFolders = new Map<string, readonly string[]>()

  return {
    name: claudeName,
    probe: async (): Promise<Probe> => {
      const [found, signedIn] = await Promise.all([finder.find(deps.settings().path), claudeSignIn(deps)])
      const { signIn: by } = deps.settings()
      const signIn: SignInState = signedIn.ok
        ? { state: 'signed_in', by }
        : { state: 'not_signed_in', by: null }
      const problem = found.ok ? (signedIn.ok ? null : signedIn.error) : found.error
      const program = found.ok ? found.value : null
      if (program !== null) pathFolders.set(program.identity.path, program.pathFolders)
      return {
        executable: program?.identity ?? null,
        info: {
          name: claudeName,
          title: 'Claude Code',
          description: 'Anthropic’s coding agent: your own program, with your own account.',
          required,
          optional,
          variants,
          version: program?.version ?? null,
          executable: program?.identity.path ?? null,
          signIn,
          anyVariant: true,
          unavailable: problem,
          probedAt: deps.now(),
        },
      }
    },
    signIn: () => claudeSignIn(deps),
    buildInvocation: (input) => buildClaudeInvocation(input, pathFolders.get(input.executable.path) ?? []),
    homeFiles: claudeHomeFiles,
    createParser: (context) => createClaudeParser(context?.now ?? deps.now, context),
    inputEnds: 'when_done',
    acknowledgement: null,
    isTranscript: (path) => path.startsWith(`${join(configFolder, 'projects')}/`) && path.endsWith('.jsonl'),
  }
}
