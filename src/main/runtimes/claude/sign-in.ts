import { join } from 'node:path'
import { z } from 'zod'
import { type AgentSettings, failure, ok, type Result } from '../../../shared'
import { readHomeFile } from '../read-home-file'
import type { HomeFile, SignIn } from '../runtime'
import { configFolder } from './environment'
import { readUserSettings } from './user-settings'

export type ClaudeSignInDeps = {
  readonly settings: () => AgentSettings
  /** The key that Glovebox keeps for this program; null: none. */
  readonly key: () => string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly now: () => number
}

const credentialsSchema = z.object({
  claudeAiOauth: z.object({
    accessToken: z.string().min(1),
    /** Milliseconds since the epoch. */
    expiresAt: z.number().nullish(),
    scopes: z.array(z.string()).nullish(),
    subscriptionType: z.string().nullish(),
    rateLimitTier: z.string().nullish(),
  }),
})

/** Time a token has to hold at least: a run that would lose it on the way is not begun. */
const leastMs = 5 * 60_000

/**
 * How a run signs in. `key`: by the key that Glovebox keeps; a key in the user's environment is not taken, since nobody
 * ticked that. `login`: as `claude` itself would be signed in for this user, by its sign-in file, else by a token or
 * key in the environment. Of the file only the access token is copied in: with the refresh token a run could renew the
 * sign-in, which would end the user's own.
 */
export async function claudeSignIn(deps: ClaudeSignInDeps): Promise<Result<SignIn>> {
  const { signIn, loadUserSettings } = deps.settings()
  const files = loadUserSettings ? await readUserSettings(userFolder(deps)) : []
  if (signIn === 'key') {
    const key = deps.key()
    return key === null ? notSignedIn('no_key') : ok({ type: 'key', key, files })
  }
  const login = await readLogin(deps)
  if (login.type === 'file') return ok({ type: 'login', files: [login.file, ...files] })
  const key = deps.environment['CLAUDE_CODE_OAUTH_TOKEN'] ?? deps.environment['ANTHROPIC_API_KEY'] ?? ''
  if (key !== '') return ok({ type: 'key', key, files })
  if (login.type === 'expired') return notSignedIn('expired')
  return notSignedIn(deps.platform === 'darwin' ? 'keychain' : 'no_login')
}

/** The folder of the user's own settings and sign-in; its variable moves it. */
function userFolder({ environment, home }: ClaudeSignInDeps): string {
  const moved = environment['CLAUDE_CONFIG_DIR'] ?? ''
  return moved === '' ? join(home, configFolder) : moved
}

type Login = { readonly type: 'file'; readonly file: HomeFile } | { readonly type: 'expired' | 'none' }

async function readLogin(deps: ClaudeSignInDeps): Promise<Login> {
  const path = join(userFolder(deps), '.credentials.json')
  const content = await readHomeFile(path)
  const parsed = credentialsSchema.safeParse(content === null ? null : parseJson(content.toString('utf8')))
  if (!parsed.success) return { type: 'none' }
  const { expiresAt } = parsed.data.claudeAiOauth
  if (typeof expiresAt === 'number' && expiresAt < deps.now() + leastMs) return { type: 'expired' }
  const copy = Buffer.from(
    JSON.stringify({ claudeAiOauth: { ...parsed.data.claudeAiOauth, refreshToken: '' } }),
  )
  return { type: 'file', file: { path: `${configFolder}/.credentials.json`, content: copy } }
}

const reasons = {
  no_key:
    'Claude Code has no key. In Settings → Agents, add an API key, or sign in with “claude” in a terminal and choose “My own sign-in”.',
  no_login:
    'You are not signed in to Claude Code. Start “claude” in a terminal and sign in, or add an API key in Settings → Agents.',
  expired:
    'Your sign-in to Claude Code has run out. Start “claude” in a terminal, which renews it, or add an API key in Settings → Agents.',
  keychain:
    'Claude Code keeps its sign-in in the macOS keychain, from where it can’t be copied. Make a token with “claude setup-token” and add it as the key in Settings → Agents.',
} as const

function notSignedIn(reason: keyof typeof reasons): Result<never> {
  return failure('runtime.not_signed_in', reasons[reason], { reason })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
