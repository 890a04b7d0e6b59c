import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ClaudeSignInDeps, claudeSignIn } from '../../../../src/main/runtimes/claude/sign-in'
import { defaultAgentSettings } from '../../../../src/shared'
import { temporaryFolder } from '../../../support/repository'

let home: string
beforeEach(() => {
  home = temporaryFolder()
})

function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), typeof content === 'string' ? content : JSON.stringify(content))
}

type More = Partial<Omit<ClaudeSignInDeps, 'settings'>> & {
  readonly settings?: Partial<typeof defaultAgentSettings>
}
const signIn = ({ settings, ...more }: More = {}) =>
  claudeSignIn({
    settings: () => ({ ...defaultAgentSettings, ...settings }),
    key: () => null,
    environment: {},
    home,
    platform: 'linux',
    now: () => 1_000_000,
    ...more,
  })
const login = { signIn: 'login' } as const
const credentials = (more: object = {}) => ({
  claudeAiOauth: {
    accessToken: 'access',
    refreshToken: 'refresh',
    expiresAt: 10_000_000,
    scopes: ['user:inference'],
    subscriptionType: 'max',
    ...more,
  },
  mcpOAuth: { server: { accessToken: 'of a server' } },
})

/** Files by path, as text. */
const filesOf = (result: Awaited<ReturnType<typeof signIn>>): Readonly<Record<string, string>> => {
  if (!result.ok || result.value.type === 'none') return {}
  return Object.fromEntries(
    (result.value.files ?? []).map(({ path, content }) => [path, Buffer.from(content).toString()]),
  )
}

describe('by key', () => {
  it('is the one that Glovebox keeps', async () => {
    expect(await signIn({ key: () => 'kept' })).toEqual({
      ok: true,
      value: { type: 'key', key: 'kept', files: [] },
    })
  })

  it('is neither a key of the environment nor the user’s sign-in', async () => {
    write('.claude/.credentials.json', credentials())
    const none = await signIn({ environment: { ANTHROPIC_API_KEY: 'of the environment' } })
    expect(none).toMatchObject({
      ok: false,
      error: { code: 'runtime.not_signed_in', message: expect.stringContaining('Settings → Agents') },
    })
  })
})

describe('by the user’s own sign-in', () => {
  it('copies the access token, and nothing that could renew it', async () => {
    write('.claude/.credentials.json', credentials())
    const before = readFileSync(join(home, '.claude/.credentials.json'), 'utf8')
    const files = filesOf(await signIn({ settings: login }))
    expect(Object.keys(files)).toEqual(['.claude/.credentials.json'])
    const [text = ''] = Object.values(files)
    expect(JSON.parse(text)).toMatchObject({
      claudeAiOauth: { accessToken: 'access', refreshToken: '', subscriptionType: 'max' },
    })
    expect(text).not.toContain('of a server')
    expect(readFileSync(join(home, '.claude/.credentials.json'), 'utf8')).toBe(before)
  })

  it('finds the folder where the user moved it', async () => {
    write('elsewhere/.credentials.json', credentials())
    const moved = await signIn({
      settings: login,
      environment: { CLAUDE_CONFIG_DIR: join(home, 'elsewhere') },
    })
    expect(Object.keys(filesOf(moved))).toEqual(['.claude/.credentials.json'])
  })

  it('is a token or key of the environment where there is no file', async () => {
    const environment = { CLAUDE_CODE_OAUTH_TOKEN: 'token', ANTHROPIC_API_KEY: 'key' }
    expect(await signIn({ settings: login, environment })).toMatchObject({
      value: { type: 'key', key: 'token' },
    })
    write('.claude/.credentials.json', '{"claudeAiOauth":{"accessToken":3}}')
    expect(await signIn({ settings: login, environment })).toMatchObject({ value: { key: 'token' } })
  })

  it.each([
    ['linux', null, 'no_login'],
    ['darwin', null, 'keychain'],
    ['linux', credentials({ expiresAt: 1_100_000 }), 'expired'],
  ] as const)('says why there is none: %s, %#', async (platform, file, reason) => {
    if (file !== null) write('.claude/.credentials.json', file)
    expect(await signIn({ settings: login, platform })).toMatchObject({
      ok: false,
      error: { code: 'runtime.not_signed_in', details: { reason } },
    })
  })
})

describe('the user’s own settings', () => {
  const loaded = { key: () => 'kept', settings: { loadUserSettings: true } }

  it('are left where they are unless ticked', async () => {
    write('.claude/settings.json', { hooks: {} })
    expect(filesOf(await signIn({ key: () => 'kept' }))).toEqual({})
  })

  it('are copied, without permissions that widen and without what is no setting', async () => {
    write('.claude/settings.json', {
      model: 'opus',
      permissions: {
        allow: ['Bash', 'Read(//**)', 'mcp__files__read'],
        deny: ['WebFetch'],
        defaultMode: 'bypassPermissions',
        additionalDirectories: ['/'],
      },
    })
    write('.claude/CLAUDE.md', 'Be kind.')
    write('.claude/agents/reviewer.md', 'You review.')
    write('.claude/skills/tidy/SKILL.md', 'Tidy up.')
    write('.claude/skills/tidy/large.bin', 'x'.repeat(300_000))
    write('.claude/projects/-work/session.jsonl', 'a conversation')
    write('.claude/history.jsonl', 'what was typed')
    write('.claude.json', { mcpServers: { files: { command: 'files' } }, oauthAccount: { email: 'someone' } })
    symlinkSync('/etc/hostname', join(home, '.claude/agents/linked.md'))
    const files = filesOf(await signIn(loaded))
    expect(Object.keys(files).sort()).toEqual([
      '.claude/.claude.json',
      '.claude/CLAUDE.md',
      '.claude/agents/reviewer.md',
      '.claude/settings.json',
      '.claude/skills/tidy/SKILL.md',
    ])
    expect(JSON.parse(files['.claude/settings.json'] ?? '')).toEqual({
      model: 'opus',
      permissions: { allow: ['mcp__files__read'], deny: ['WebFetch'] },
    })
    expect(files['.claude/.claude.json']).toBe('{"mcpServers":{"files":{"command":"files"}}}')
  })

  it('that can’t be read are left out', async () => {
    write('.claude/settings.json', '{ broken')
    write('.claude.json', '[]')
    expect(filesOf(await signIn(loaded))).toEqual({})
  })
})
