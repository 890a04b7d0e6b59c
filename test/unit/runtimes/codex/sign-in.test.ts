import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CodexSignInDeps, codexSignIn } from '../../../../src/main/runtimes/codex/sign-in'
import { type AgentSettings, defaultAgentSettings } from '../../../../src/shared'
import { temporaryFolder } from '../../../support/repository'

const now = Date.UTC(2026, 10, 30)
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (expiresAt: number): string => `${part({ alg: 'none' })}.${part({ exp: expiresAt / 1000 })}.x`
const login = (accessToken: string) => ({
  auth_mode: 'chatgpt',
  tokens: { access_token: accessToken, refresh_token: 'once', id_token: 'i', account_id: 'a' },
  last_refresh: '2020-01-01T00:00:00Z',
})

function signIn(
  settings: Partial<AgentSettings>,
  files: Readonly<Record<string, string>> = {},
  deps: Partial<CodexSignInDeps> = {},
) {
  const home = temporaryFolder()
  mkdirSync(join(home, '.codex'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, '.codex', name), content)
  return codexSignIn({
    environment: {},
    home,
    now: () => now,
    settings: () => ({ ...defaultAgentSettings, ...settings }),
    key: () => null,
    ...deps,
  })
}

describe('how a run of Codex signs in', () => {
  it('by the key that Glovebox keeps, and by no other', async () => {
    expect(await signIn({}, {}, { key: () => 'k' })).toMatchObject({
      ok: true,
      value: { type: 'key', key: 'k' },
    })
    const environment = { CODEX_API_KEY: 'of the user', OPENAI_API_KEY: 'of the user' }
    const refused = await signIn({}, { 'auth.json': '{"OPENAI_API_KEY":"x"}' }, { environment })
    expect(refused).toMatchObject({ ok: false, error: { code: 'runtime.not_signed_in' } })
    expect(refused.ok || refused.error.message).toMatch(/Settings/)
  })

  it('by a copy of the user’s sign-in that says it is fresh and can renew nothing', async () => {
    const content = JSON.stringify(login(token(now + 86_400_000)))
    const signedIn = await signIn({ signIn: 'login' }, { 'auth.json': content })
    if (!signedIn.ok || signedIn.value.type !== 'login') throw new Error('not signed in')
    const [file] = signedIn.value.files
    expect(file?.path).toBe('.codex/auth.json')
    expect(JSON.parse(Buffer.from(file?.content ?? []).toString())).toEqual({
      ...login(token(now + 86_400_000)),
      tokens: { ...login(token(now + 86_400_000)).tokens, refresh_token: '' },
      OPENAI_API_KEY: null,
      last_refresh: new Date(now).toISOString(),
    })
  })

  it('by the account alone where a key lies beside it, which stays with the user', async () => {
    const both = { ...login(token(now + 86_400_000)), OPENAI_API_KEY: 'sk-stays' }
    const signedIn = await signIn({ signIn: 'login' }, { 'auth.json': JSON.stringify(both) })
    if (!signedIn.ok || signedIn.value.type !== 'login') throw new Error('not signed in')
    expect(Buffer.from(signedIn.value.files[0]?.content ?? []).toString()).not.toContain('sk-stays')
  })

  it('by a key in the user’s sign-in, or their variable', async () => {
    const byFile = await signIn({ signIn: 'login' }, { 'auth.json': '{"OPENAI_API_KEY":"x"}' })
    expect(byFile).toMatchObject({ ok: true, value: { type: 'key', key: 'x' } })
    const environment = { CODEX_API_KEY: 'k' }
    const byVariable = await signIn({ signIn: 'login' }, {}, { environment })
    expect(byVariable).toMatchObject({ ok: true, value: { type: 'key', key: 'k' } })
  })

  it.each([
    ['no file', {}, 'no_login'],
    ['no JSON', { 'auth.json': '{' }, 'no_login'],
    ['nothing in it', { 'auth.json': '{"OPENAI_API_KEY":null,"tokens":null}' }, 'no_login'],
    ['a token that runs out', { 'auth.json': JSON.stringify(login(token(now + 60_000))) }, 'expired'],
  ])('not: %s', async (_, files, reason) => {
    expect(await signIn({ signIn: 'login' }, files)).toMatchObject({
      ok: false,
      error: { code: 'runtime.not_signed_in', details: { reason } },
    })
  })

  it('reads the sign-in where CODEX_HOME says', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'auth.json'), '{"OPENAI_API_KEY":"x"}')
    const found = await signIn({ signIn: 'login' }, {}, { environment: { CODEX_HOME: folder } })
    expect(found.ok).toBe(true)
    expect(readFileSync(join(folder, 'auth.json'), 'utf8')).toBe('{"OPENAI_API_KEY":"x"}')
  })

  it('brings the user’s settings along only where they ticked that', async () => {
    const files = { 'config.toml': 'a=1', 'AGENTS.md': 'Hi.', 'history.jsonl': 'x', 'auth.json': '{}' }
    const key = { key: () => 'k' }
    const paths = async (loadUserSettings: boolean) => {
      const found = await signIn({ loadUserSettings }, files, key)
      return found.ok && found.value.type === 'key' ? (found.value.files ?? []).map(({ path }) => path) : null
    }
    expect(await paths(false)).toEqual([])
    expect(await paths(true)).toEqual(['.codex/config.toml', '.codex/AGENTS.md'])
  })
})
