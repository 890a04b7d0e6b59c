import { join } from 'node:path'
import { withPath } from '../program-version'
import type { InvocationInput } from '../runtime'

/** Folders of a run's own home, relative to it. */
export const configFolder = '.claude'
export const temporaryFolder = 'tmp'

/** How often the program asks again by itself when a model call fails; each time is told as `agent.retrying`. */
const ownRetries = 2

const minute = 60_000

/** A token that `claude setup-token` makes begins so; it is given in another variable than a key of the API. */
const tokenStart = 'sk-ant-oat'

/** The whole environment of one run; `pathFolders` come before the user's own PATH. */
export function claudeEnvironment(
  { environment, homeFolder, signIn, settings, limits }: InvocationInput,
  pathFolders: readonly string[],
): Readonly<Record<string, string>> {
  const temporary = join(homeFolder, temporaryFolder)
  return {
    LANG: 'C.UTF-8',
    ...withPath(environment, pathFolders),
    HOME: homeFolder,
    ...('SystemRoot' in environment ? { USERPROFILE: homeFolder } : {}),
    TMPDIR: temporary,
    CLAUDE_CONFIG_DIR: join(homeFolder, configFolder),
    CLAUDE_CODE_TMPDIR: temporary,
    ...(signIn.type === 'key' ? keyVariable(signIn.key) : {}),
    ...(settings.baseUrl === null ? {} : { ANTHROPIC_BASE_URL: settings.baseUrl }),
    // No telemetry, no look-ups of versions, no update of the program under our eyes.
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Text of a prompt stays text: `@path` in it would have the program read that file.
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    // Else a command may go on after the result.
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_MAX_RETRIES: String(ownRetries),
    API_TIMEOUT_MS: String(Math.min(Math.max(limits.idleTimeMs, minute), 10 * minute)),
  }
}

function keyVariable(key: string): Readonly<Record<string, string>> {
  return key.startsWith(tokenStart) ? { CLAUDE_CODE_OAUTH_TOKEN: key } : { ANTHROPIC_API_KEY: key }
}
