import { isAbsolute, join } from 'node:path'
import { type AgentSettings, failure, ok } from '../../../shared'
import { readHomeFile } from '../read-home-file'
import type { HomeFile, SignIn, SignInResult } from '../runtime'
import { codexFolder } from './home'
import { readLoginFile } from './login-file'

export type CodexSignInDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly now: () => number
  readonly settings: () => AgentSettings
  readonly key: () => string | null
}

/** What of the user's own Codex home a run loads if the user ticked that. */
const settingsFiles = ['config.toml', 'AGENTS.md', 'AGENTS.override.md', 'hooks.json']

/**
 * How a run signs in, by the user's settings. `key`: by the key that Glovebox keeps. `login`: as `codex exec` itself
 * would be signed in for this user, by its sign-in file, else by its own variable. Failures: runtime.not_signed_in.
 */
export async function codexSignIn(deps: CodexSignInDeps): Promise<SignInResult> {
  const settings = deps.settings()
  const files = settings.loadUserSettings ? await readSettingsFiles(userCodexHome(deps)) : []
  if (settings.signIn === 'key') {
    const key = deps.key() ?? ''
    return key === '' ? notSignedIn('no_key') : ok<SignIn>({ type: 'key', key, files })
  }
  const content = await readHomeFile(join(userCodexHome(deps), 'auth.json'))
  const login = readLoginFile(content?.toString('utf8') ?? '', deps.now())
  if (login.type === 'usable') {
    const file = { path: `${codexFolder}/auth.json`, content: login.content }
    return ok<SignIn>({ type: 'login', files: [file, ...files] })
  }
  const key = login.type === 'key' ? login.key : (deps.environment['CODEX_API_KEY'] ?? '')
  if (key !== '') return ok<SignIn>({ type: 'key', key, files })
  return notSignedIn(login.type === 'expired' ? 'expired' : 'no_login')
}

const reasons = {
  no_key:
    'Codex has no API key yet. Add one in Settings → Agents, or sign in with “codex login” in a terminal and choose “My own sign-in”.',
  no_login:
    'You are not signed in to Codex. Run “codex login” in a terminal, or add an API key in Settings → Agents. A sign-in that Codex keeps in the system’s key store can’t be copied.',
  expired:
    'Your sign-in to Codex has run out. Start “codex” in a terminal, which renews it, or add an API key in Settings → Agents.',
} as const

function notSignedIn(reason: keyof typeof reasons): SignInResult {
  return failure('runtime.not_signed_in', reasons[reason], { reason })
}

function userCodexHome({ environment, home }: CodexSignInDeps): string {
  const set = environment['CODEX_HOME']
  return set !== undefined && isAbsolute(set) ? set : join(home, codexFolder)
}

async function readSettingsFiles(folder: string): Promise<readonly HomeFile[]> {
  const files = await Promise.all(
    settingsFiles.map(async (name) => ({ name, content: await readHomeFile(join(folder, name)) })),
  )
  return files.flatMap(({ name, content }) =>
    content === null ? [] : [{ path: `${codexFolder}/${name}`, content }],
  )
}
