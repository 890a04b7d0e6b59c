import type { Invocation } from '../../process'
import type { InvocationInput } from '../runtime'
import { codexPlaces } from './home'
import { instructionsFor } from './instructions'
import { isStrictSchema, promptWithSchema } from './output-schema'
import { permissionArgs } from './permissions'
import { keyVariable, providerArgs } from './provider'
import { conversationId } from './thread-id'
import { tomlString, tomlTable } from './toml'

/** No web, no telemetry, no questions, no text of the project or of Codex's own skills; commands get no variables of ours. */
const config: readonly string[] = [
  'approval_policy="never"',
  'web_search="disabled"',
  'check_for_update_on_startup=false',
  'history.persistence="none"',
  'analytics.enabled=false',
  'project_doc_max_bytes=0',
  'skills.include_instructions=false',
  'skills.bundled.enabled=false',
  'allow_login_shell=false',
  'shell_environment_policy.inherit="core"',
]

/** `unbounded_connection_retries`: without it off, Codex waits for ever for a provider that is not there. */
const featuresOff: readonly string[] = [
  'apps',
  'plugins',
  'goals',
  'multi_agent',
  'tool_suggest',
  'image_generation',
  'unbounded_connection_retries',
]

/**
 * `codex exec`, the prompt on standard input. Pure. Its home and temporary folder are the run's own; the conversation
 * is kept there, so that a later attempt can go on with it.
 */
export function buildCodexInvocation(input: InvocationInput, platform: NodeJS.Platform): Invocation {
  const { executable, mirrorFolder, variant, settings, outputSchema, signIn } = input
  const isNative = outputSchema !== null && isStrictSchema(outputSchema.text)
  const instructions = instructionsFor(input.capabilities)
  const conversation = input.conversation === null ? null : conversationId(input.conversation)
  return {
    executable: executable.path,
    args: [
      'exec',
      '--json',
      '--color=never',
      '--skip-git-repo-check',
      ...(settings.loadUserSettings ? [] : ['--ignore-user-config', '--ignore-rules', '--strict-config']),
      `--cd=${mirrorFolder}`,
      ...(variant === null ? [] : [`--model=${variant}`]),
      ...config.flatMap((entry) => ['-c', entry]),
      ...commandVariables(input),
      ...(instructions === null ? [] : ['-c', `developer_instructions=${tomlString(instructions)}`]),
      ...(settings.loadUserSettings ? featuresOff : [...featuresOff, 'hooks']).flatMap((name) => [
        '--disable',
        name,
      ]),
      ...permissionArgs(input),
      ...providerArgs(input),
      ...(isNative ? [`--output-schema=${outputSchema.path}`] : []),
      ...(conversation === null ? [] : ['resume', conversation]),
      '-',
    ],
    environment: {
      ...input.environment,
      ...homeVariables(input.homeFolder, platform),
      ...(signIn.type === 'key' ? { [keyVariable]: signIn.key } : {}),
    },
    folder: mirrorFolder,
    input:
      outputSchema === null || isNative ? input.prompt : promptWithSchema(input.prompt, outputSchema.text),
  }
}

/** Codex hands its commands few of its own variables on: those that lead out of a box are named. */
function commandVariables({ box }: InvocationInput): readonly string[] {
  const variables = Object.entries(box?.variables ?? {})
  if (variables.length === 0) return []
  const table = tomlTable(Object.fromEntries(variables.map(([name, value]) => [name, tomlString(value)])))
  return ['-c', `shell_environment_policy.set=${table}`]
}

function homeVariables(homeFolder: string, platform: NodeJS.Platform): Readonly<Record<string, string>> {
  const { codexHome, temporary } = codexPlaces(homeFolder)
  const own = { HOME: homeFolder, CODEX_HOME: codexHome, TMPDIR: temporary }
  return platform === 'win32' ? { ...own, USERPROFILE: homeFolder, TEMP: temporary, TMP: temporary } : own
}
