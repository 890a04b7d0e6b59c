import { describe, expect, it } from 'vitest'
import { sameInvocation } from '../../../../src/main/process'
import type { InvocationInput } from '../../../../src/main/runtimes'
import { buildClaudeInvocation, claudeHomeFiles } from '../../../../src/main/runtimes/claude/invocation'
import { type Capability, defaultAgentSettings, defaultLimits } from '../../../../src/shared'

const input = (more: Partial<InvocationInput> = {}): InvocationInput => ({
  executable: { path: '/opt/claude', device: 1, inode: 2, size: 3, modifiedMs: 4, changedMs: 5 },
  prompt: '/help @secret.txt',
  variant: null,
  capabilities: ['read_tracked_files', 'reach_provider'],
  limits: defaultLimits,
  mirrorFolder: '/data/mirror',
  controlFolder: '/data/control',
  homeFolder: '/data/home',
  signIn: { type: 'key', key: 'sk-ant-api03-key' },
  settings: defaultAgentSettings,
  outputSchema: null,
  conversation: null,
  box: null,
  environment: { PATH: '/bin', LANG: 'de_DE.UTF-8', TMPDIR: '/var/tmp' },
  ...more,
})
const build = (more: Partial<InvocationInput> = {}, pathFolders: readonly string[] = []) =>
  buildClaudeInvocation(input(more), pathFolders)

describe('arguments', () => {
  it('reads only, loads nothing, and keeps the prompt out of the arguments', () => {
    const { args, input: text, folder, executable } = build()
    expect(args).toEqual([
      '-p',
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--verbose',
      '--include-partial-messages',
      '--safe-mode',
      '--setting-sources=',
      '--strict-mcp-config',
      '--disable-slash-commands',
      '--tools=Read,Glob,Grep',
      '--permission-mode=dontAsk',
      '--settings={"permissions":{"deny":["Edit(//data/home/.claude/**)","Read(//data/home/.claude/**)","Edit(//data/home/**)","Read(//data/home/**)"]}}',
    ])
    expect(text?.split('\n')).toEqual([expect.any(String), ''])
    expect(JSON.parse(text ?? '')).toEqual({
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'text', text: '/help @secret.txt' },
          { type: 'text', text: expect.stringMatching(/^You work in a copy of the project: [^@]+$/) },
        ],
      },
    })
    expect({ folder, executable }).toEqual({ folder: '/data/mirror', executable: '/opt/claude' })
  })

  it.each<[string, readonly Capability[], string, string]>([
    ['nothing', ['reach_provider'], '', 'dontAsk'],
    ['reading', ['read_tracked_files'], 'Read,Glob,Grep', 'dontAsk'],
    ['changing files', ['read_tracked_files', 'write_mirror'], 'Read,Glob,Grep,Edit', 'acceptEdits'],
    ['creating files', ['read_tracked_files', 'create_files'], 'Read,Glob,Grep,Write', 'acceptEdits'],
    [
      'both',
      ['read_tracked_files', 'write_mirror', 'create_files'],
      'Read,Glob,Grep,Edit,Write',
      'acceptEdits',
    ],
    ['commands alone', ['read_tracked_files', 'run_commands'], 'Read,Glob,Grep,Bash', 'dontAsk'],
    ['network and history', ['read_tracked_files', 'git_read', 'reach_network'], 'Read,Glob,Grep', 'dontAsk'],
  ])('%s', (_, capabilities, tools, mode) => {
    const { args } = build({ capabilities })
    expect(args).toContain(`--tools=${tools}`)
    expect(args).toContain(`--permission-mode=${mode}`)
    // A rule that allows a file tool would open the whole disk to it.
    expect(args.filter((arg) => arg.startsWith('--allowed'))).toEqual(
      capabilities.includes('run_commands') ? ['--allowedTools=Bash'] : [],
    )
  })

  it('loads the user’s own settings where ticked, never the repository’s', () => {
    const { args } = build({ settings: { ...defaultAgentSettings, loadUserSettings: true } })
    expect(args).toContain('--setting-sources=user')
    expect(args).not.toContain('--safe-mode')
  })

  it('takes any text for a model or a conversation as one argument', () => {
    const { args } = build({ variant: '--dangerously-skip-permissions', conversation: '--mcp-config x' })
    expect(args).toContain('--model=--dangerously-skip-permissions')
    expect(args).toContain('--resume=--mcp-config x')
    expect(args).not.toContain('--dangerously-skip-permissions')
  })

  it('gives a schema natively, a very large one in the prompt', () => {
    const small = { text: '{"type":"object"}', path: '/data/control/schema.json' }
    expect(build({ outputSchema: small }).args).toContain('--json-schema={"type":"object"}')
    const large = { ...small, text: JSON.stringify({ description: 'ü'.repeat(70_000) }) }
    const { args, input: text } = build({ outputSchema: large })
    expect(args.some((arg) => arg.startsWith('--json-schema'))).toBe(false)
    expect(text).toContain(JSON.stringify(large.text).slice(1, -1))
  })

  it('is pure: the same input gives the same invocation (I6)', () => {
    expect(sameInvocation(build(), build())).toBe(true)
    expect(sameInvocation(build(), build({ prompt: 'other' }))).toBe(false)
  })
})

describe('environment', () => {
  it('is built from the allow-listed part and the run’s own home', () => {
    expect(build({}, ['/opt/node/bin']).environment).toEqual({
      PATH: '/opt/node/bin:/bin',
      LANG: 'de_DE.UTF-8',
      HOME: '/data/home',
      TMPDIR: '/data/home/tmp',
      CLAUDE_CONFIG_DIR: '/data/home/.claude',
      CLAUDE_CODE_TMPDIR: '/data/home/tmp',
      ANTHROPIC_API_KEY: 'sk-ant-api03-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
      API_TIMEOUT_MS: '300000',
    })
  })

  it('gives a token in its own variable, and none where the sign-in is a file', () => {
    const token = build({ signIn: { type: 'key', key: 'sk-ant-oat01-token' } }).environment
    expect(token).toMatchObject({ CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-token' })
    expect(token).not.toHaveProperty('ANTHROPIC_API_KEY')
    const login = build({ signIn: { type: 'login', files: [] } }).environment
    expect(Object.keys(login).filter((name) => /KEY|TOKEN/.test(name))).toEqual([])
  })

  it('passes another address on, and speaks UTF-8 where nothing else is said', () => {
    const { environment } = build({
      settings: { ...defaultAgentSettings, baseUrl: 'https://models.example.org' },
      environment: {},
    })
    expect(environment).toMatchObject({ ANTHROPIC_BASE_URL: 'https://models.example.org', LANG: 'C.UTF-8' })
    expect(environment).not.toHaveProperty('PATH')
  })
})

it('the home holds what was copied in, and a folder for temporary files', () => {
  const file = { path: '.claude/.credentials.json', content: Buffer.from('{}') }
  const paths = (signIn: InvocationInput['signIn']) =>
    claudeHomeFiles(input({ signIn })).map(({ path }) => path)
  expect(paths({ type: 'login', files: [file] })).toEqual(['tmp/.keep', file.path])
  expect(paths({ type: 'key', key: 'k', files: [file] })).toEqual(['tmp/.keep', file.path])
  expect(paths({ type: 'none' })).toEqual(['tmp/.keep'])
})
