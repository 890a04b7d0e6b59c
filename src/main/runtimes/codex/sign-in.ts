import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type AgentSettings, failure, ok, type SignInState } from '../../../shared'
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

const maxFileBytes = 1024 * 1024
/** What of the user's own Codex home a run loads if the user ticked that. */
const settingsFiles = ['config.toml', 'AGENTS.md', 'AGENTS.override.md', 'hooks.json']

/** How a run signs in, by the user's settings. Failures: runtime.not_signed_in, with the way out. */
export async function codexSignIn(deps: CodexSignInDeps): Promise<SignInResult> {
  const settings = deps.settings()
  const own = settings.loadUserSettings ? await readSettingsFiles(userCodexHome(deps)) : []
  if (settings.signIn === 'login') return withLogin(deps, own)
  const key = deps.key()
  if (key !== null && key !== '') return ok<SignIn>({ type: 'key', key, files: own })
  return failure(
    'runtime.not_signed_in',
    'Codex has no API key yet. Add one in Settings → Agents, or choose there to use your own Codex sign-in.',
  )
}

/** The same as a probe shows it: that a credential is there, not that the provider takes it. */
export async function codexSignInState(deps: CodexSignInDeps): Promise<SignInState> {
  const { signIn: by } = deps.settings()
  const found = await codexSignIn(deps)
  return { state: found.ok ? 'signed_in' : 'not_signed_in', by }
}

async function withLogin(deps: CodexSignInDeps, own: readonly HomeFile[]): Promise<SignInResult> {
  const folder = userCodexHome(deps)
  const content = await readSmallFile(join(folder, 'auth.json'))
  const login = content === null ? null : readLoginFile(content.toString('utf8'), deps.now())
  switch (login?.type ?? 'none') {
    case 'usable':
      return ok<SignIn>({
        type: 'login',
        files: [
          {
            path: `${codexFolder}/auth.json`,
            content: login?.type === 'usable' ? login.content : new Uint8Array(),
          },
          ...own,
        ],
      })
    case 'expired':
      return failure(
        'runtime.not_signed_in',
        'Your Codex sign-in has run out. Start codex once in a terminal, which renews it, then run again. Glovebox only copies it: a run does not renew it.',
      )
    case 'none':
      return failure(
        'runtime.not_signed_in',
        `You are not signed in to Codex: there is no sign-in in ${folder}. Run “codex login” in a terminal, or add an API key in Settings → Agents. A sign-in that Codex keeps in the system’s key store can’t be copied.`,
        { folder },
      )
  }
}

function userCodexHome({ environment, home }: CodexSignInDeps): string {
  const set = environment['CODEX_HOME']
  return set !== undefined && isAbsolute(set) ? set : join(home, codexFolder)
}

async function readSettingsFiles(folder: string): Promise<readonly HomeFile[]> {
  const files = await Promise.all(
    settingsFiles.map(async (name) => ({ name, content: await readSmallFile(join(folder, name)) })),
  )
  return files.flatMap(({ name, content }) =>
    content === null ? [] : [{ path: `${codexFolder}/${name}`, content }],
  )
}

/** A plain file of at most 1 MB, or null. */
async function readSmallFile(path: string): Promise<Buffer | null> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size <= maxFileBytes ? await readFile(path) : null
  } catch {
    return null
  }
}
