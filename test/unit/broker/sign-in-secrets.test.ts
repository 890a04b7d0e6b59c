import { describe, expect, it } from 'vitest'
import { secretsOf } from '../../../src/main/broker/sign-in-secrets'
import type { HomeFile } from '../../../src/main/runtimes'

const file = (path: string, content: unknown): HomeFile => ({
  path,
  content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})
const token = 'zq7-plain-login-token-91824-abcdefgh'
const login = file('.claude/.credentials.json', {
  claudeAiOauth: {
    accessToken: token,
    expiresAt: 4102444800000,
    scopes: ['user:inference', 'user:sessions:claude_code'],
    rateLimitTier: 'default_claude_max_20x',
  },
})
const opaque = 'Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8'
const settings = file('.claude/settings.json', {
  env: {
    MCP_PASSWORD: 'settings-env-value-7283',
    EDITOR: 'a-plain-editor-of-some-length',
    TOKEN_HOME: '/a/b/c/d',
  },
  model: 'claude-sonnet-4-5-20250929',
  apiKeyHelper: '/home/me/bin/print-my-key.sh',
  mcpServers: {
    'auth-server': {
      command: 'a-program-with-a-long-name',
      args: ['--key', opaque, '@scope/package-with-a-long-name', '--id=0123456789abcdef0123456789abcdef'],
      headers: { Authorization: 'Bearer header-value-of-mine', 'X-Api-Key': '$FROM_THE_ENVIRONMENT' },
    },
  },
})
const instructions = file(
  '.claude/CLAUDE.md',
  `Always run the tests before you answer.\npassword = "${opaque}"\n`,
)
const texts = (...args: Parameters<typeof secretsOf>) => secretsOf(...args).map(({ text }) => text)

const ofSettings = [
  'settings-env-value-7283',
  opaque,
  '0123456789abcdef0123456789abcdef',
  'Bearer header-value-of-mine',
  'header-value-of-mine',
]

describe('secretsOf', () => {
  it('takes of a key sign-in the key, and what is secret in the settings that come along', () => {
    expect(texts({ type: 'key', key: 'k', files: [settings, instructions] })).toEqual(['k', ...ofSettings])
    expect(texts({ type: 'key', key: 'k' })).toEqual(['k'])
    expect(texts({ type: 'none' })).toEqual([])
  })

  it('takes of a login its file’s values, and of the settings no more than that', () => {
    expect(texts({ type: 'login', files: [login, settings, instructions] })).toEqual([token, ...ofSettings])
  })

  it('names them as their settings are named', () => {
    expect(secretsOf({ type: 'key', key: 'k', files: [settings] })[1]).toEqual({
      name: 'MCP_PASSWORD',
      text: 'settings-env-value-7283',
    })
  })

  it('reads TOML', () => {
    const config = file(
      '.codex/config.toml',
      [
        'model = "gpt-5-codex-with-a-long-name-2026"',
        'preferred_auth_method = "chatgpt-or-apikey"',
        '[model_providers.mine]',
        'env_key = "MY_PROVIDER_KEY_VARIABLE"',
        'bearer_token_env_var = "MY_TOKEN_VARIABLE"',
        '[mcp_servers.one]',
        `args = ["--key", "${opaque}"]`,
        'env = { "DB_PASSWORD" = "a\\"quoted-password", PLAIN = "words of it" }',
        "api_key = 'literal-value-of-mine'",
      ].join('\n'),
    )
    const auth = file('.codex/auth.json', {
      tokens: { access_token: token, account_id: 'a' },
      last_refresh: '2026-12-01T01:33:36.000Z',
    })
    expect(texts({ type: 'login', files: [auth, config] })).toEqual([
      token,
      opaque,
      'a"quoted-password',
      'literal-value-of-mine',
    ])
  })

  it('takes nothing of a file that is damaged', () => {
    expect(
      texts({ type: 'key', key: 'k', files: [file('settings.json', '{"API_KEY": "value-of-mine-1')] }),
    ).toEqual(['k'])
  })
})
