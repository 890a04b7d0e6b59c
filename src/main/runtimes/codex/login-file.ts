import { z } from 'zod'

const loginSchema = z
  .object({
    OPENAI_API_KEY: z.string().nullish(),
    tokens: z.object({ access_token: z.string(), refresh_token: z.string().nullish() }).loose().nullish(),
  })
  .loose()
const claimsSchema = z.object({ exp: z.number() })

export type LoginFile =
  | { readonly type: 'none' }
  | { readonly type: 'expired' }
  /** No account, but a key of the API. */
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'usable'; readonly content: Uint8Array }

/** A token that runs out during a run is as good as none. */
const shortestLifeMs = 5 * 60_000

/**
 * Codex's `auth.json` as a run may have it. A refresh token can be used once: were a run to use it, the user's own Codex
 * would be signed out. So the copy has none, and says that it is fresh, so that Codex does not try.
 */
export function readLoginFile(text: string, now: number): LoginFile {
  const parsed = loginSchema.safeParse(parseJson(text))
  if (!parsed.success) return { type: 'none' }
  const { tokens, OPENAI_API_KEY: key } = parsed.data
  if (tokens === null || tokens === undefined || tokens.access_token === '')
    return key === null || key === undefined || key === '' ? { type: 'none' } : { type: 'key', key }
  const expiresAt = expiryOf(tokens.access_token)
  if (expiresAt !== null && expiresAt < now + shortestLifeMs) return { type: 'expired' }
  const copy = { ...tokens, refresh_token: '' }
  // A key beside the account outlives every token: it stays with the user.
  const content = {
    ...parsed.data,
    OPENAI_API_KEY: null,
    tokens: copy,
    last_refresh: new Date(now).toISOString(),
  }
  return { type: 'usable', content: Buffer.from(JSON.stringify(content), 'utf8') }
}

/** When a JWT runs out, in milliseconds since the epoch; null: it doesn't say. */
function expiryOf(token: string): number | null {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  const claims = claimsSchema.safeParse(parseJson(payload))
  return claims.success ? claims.data.exp * 1000 : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
