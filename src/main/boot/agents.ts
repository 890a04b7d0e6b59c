import { homedir } from 'node:os'
import type { RuntimeName } from '../../shared'
import type { Providers } from '../broker'
import { anthropicApi, openaiApi } from '../egress'
import { runCommand } from '../process'
import {
  claudeName,
  codexAddress,
  codexName,
  createClaudeRuntime,
  createCodexRuntime,
  type Runtime,
} from '../runtimes'
import type { RuntimeDeps } from './services'

/** The variables that the vendors' programs know their keys by. */
export const agentKeyNames: ReadonlyMap<RuntimeName, string> = new Map([
  [claudeName, 'ANTHROPIC_API_KEY'],
  [codexName, 'OPENAI_API_KEY'],
])

/** Where the vendors' programs reach their models, and what of that API a box may use. */
export const agentProviders: Providers = new Map([
  [claudeName, { api: anthropicApi, upstream: (baseUrl) => new URL(baseUrl ?? 'https://api.anthropic.com') }],
  [codexName, { api: openaiApi, upstream: (baseUrl) => new URL(codexAddress(baseUrl)) }],
])

export type AgentSurroundings = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** The vendors' agent programs, in the order they are shown in. */
export function createAgents(
  { settings, key, redact }: RuntimeDeps,
  { environment, home }: AgentSurroundings = { environment: process.env, home: homedir() },
): readonly Runtime[] {
  const deps = { runCommand, environment, home, platform: process.platform, now: Date.now, redact }
  return [
    createClaudeRuntime({ ...deps, settings: () => settings(claudeName), key: () => key(claudeName) }),
    createCodexRuntime({
      ...deps,
      arch: process.arch,
      settings: () => settings(codexName),
      key: () => key(codexName),
    }),
  ]
}
