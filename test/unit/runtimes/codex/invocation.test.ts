import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InvocationInput } from '../../../../src/main/runtimes'
import { codexHomeFiles, isCodexTranscript } from '../../../../src/main/runtimes/codex/home'
import { buildCodexInvocation } from '../../../../src/main/runtimes/codex/invocation'
import { modelAddress } from '../../../../src/main/runtimes/codex/provider'
import { tomlString } from '../../../../src/main/runtimes/codex/toml'
import { type Capability, capabilities, defaultAgentSettings, defaultLimits } from '../../../../src/shared'

const read: readonly Capability[] = ['read_tracked_files', 'reach_provider']
const write: readonly Capability[] = [...read, 'write_mirror', 'create_files']
const program = '/opt/lib/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'
const base: InvocationInput = {
  executable: { path: program, device: 1, inode: 2, size: 3, modifiedMs: 4, changedMs: 5 },
  prompt: 'Fix it.',
  variant: null,
  capabilities: read,
  limits: defaultLimits,
  mirrorFolder: '/runs/1/mirror',
  controlFolder: '/runs/1/control',
  homeFolder: '/runs/1/home',
  signIn: { type: 'key', key: 'the-key' },
  settings: defaultAgentSettings,
  outputSchema: null,
  conversation: null,
  box: null,
  environment: { PATH: '/usr/bin', LANG: 'C.UTF-8', TMPDIR: '/tmp' },
}
const build = (input: Partial<InvocationInput> = {}) => buildCodexInvocation({ ...base, ...input }, 'linux')
const argsOf = (input: Partial<InvocationInput> = {}): string => build(input).args.join('\n')

describe('how Codex is started', () => {
  it('reads the prompt from standard input, in the mirror, with a home of the run’s own', () => {
    const { executable, args, environment, folder, input } = build()
    expect([executable, folder, input]).toEqual([program, '/runs/1/mirror', 'Fix it.'])
    expect([args[0], args.at(-1)]).toEqual(['exec', '-'])
    expect(args).toContain('--cd=/runs/1/mirror')
    expect(environment).toEqual({
      PATH: '/usr/bin',
      LANG: 'C.UTF-8',
      HOME: '/runs/1/home',
      CODEX_HOME: '/runs/1/home/.codex',
      TMPDIR: '/runs/1/home/tmp',
      AGENT_MODEL_KEY: 'the-key',
    })
    expect(buildCodexInvocation(base, 'win32').environment).toMatchObject({ USERPROFILE: '/runs/1/home' })
  })

  it('keeps prompt and key out of the arguments', () => {
    expect(argsOf({ prompt: '--sandbox=danger-full-access' })).not.toContain('danger-full-access')
    expect(argsOf()).not.toContain('the-key')
  })

  it('loads nothing of the user’s unless they ticked it', () => {
    const flags = ['--ignore-user-config', '--ignore-rules', '--strict-config']
    expect(build().args).toEqual(expect.arrayContaining(flags))
    const loaded = argsOf({ settings: { ...defaultAgentSettings, loadUserSettings: true } })
    for (const flag of flags) expect(loaded).not.toContain(flag)
    expect(loaded).toContain('--sandbox=read-only')
    expect(loaded).not.toContain('default_permissions')
  })

  it('never gives a mode without a sandbox, whatever the capabilities', () => {
    fc.assert(
      fc.property(fc.subarray([...capabilities]), fc.boolean(), (chosen, loadUserSettings) => {
        const settings = { ...defaultAgentSettings, loadUserSettings }
        const args = argsOf({ capabilities: chosen, settings })
        expect(args).not.toMatch(/danger|bypass|network_access=true|enabled=true/)
        const writes = chosen.includes('write_mirror') || chosen.includes('create_files')
        expect(/":workspace_roots"=\{"\."="write"\}|--sandbox=workspace-write/.test(args)).toBe(writes)
      }),
    )
  })

  it('shows commands the mirror and the system alone, or all but Codex’s own home', () => {
    const closed = argsOf()
    expect(closed).toContain('":minimal"="read"')
    expect(closed).toContain(`"${program}"="read"`)
    expect(closed).toContain('/x86_64-unknown-linux-musl/codex-path"="read"')
    expect(closed).not.toContain(':root')
    const open = argsOf({ capabilities: [...write, 'run_commands'] })
    expect(open).toContain('":root"="read","/runs/1/home/.codex/auth.json"="deny"')
    expect(open).toContain('":tmpdir"="write"')
  })

  it('tells the model of the fences that a run is ended at', () => {
    expect(argsOf()).toContain('Do not change any file')
    expect(argsOf({ capabilities: [...read, 'write_mirror'] })).toContain('Do not create, rename or delete')
    expect(argsOf({ capabilities: [...read, 'create_files'] })).toContain('Do not change the content')
    expect(argsOf({ capabilities: [...write, 'run_commands'] })).not.toContain('developer_instructions')
  })

  it('takes a model by any name, and goes on with a conversation by its id alone', () => {
    expect(build({ variant: '--help' }).args).toContain('--model=--help')
    const thread = '01a22ef5-8f80-7782-a3cd-56519e5f981c'
    expect(build({ conversation: thread }).args.slice(-3)).toEqual(['resume', thread, '-'])
    expect(argsOf({ conversation: '--last' })).not.toContain('resume')
  })

  it('passes a schema natively where the API takes it, else in the prompt', () => {
    const path = '/runs/1/control/schema.json'
    const schema = (value: object) => build({ outputSchema: { text: JSON.stringify(value), path } })
    const properties = { a: { type: 'string' } }
    const strict = schema({ type: 'object', properties, required: ['a'], additionalProperties: false })
    expect(strict.args).toContain(`--output-schema=${path}`)
    expect(strict.input).toBe('Fix it.')
    const loose = schema({ type: 'object', properties })
    expect(loose.args.join()).not.toContain('--output-schema')
    expect(loose.input).toMatch(/^Fix it\.\n.*"a":\{"type":"string"\}/s)
  })

  it('names the provider by the sign-in and the address', () => {
    const key = argsOf()
    expect(key).toContain('"base_url"="https://api.openai.com/v1"')
    expect(key).toContain('"env_key"="AGENT_MODEL_KEY"')
    expect(key).toContain('"request_max_retries"=0')
    const login = { signIn: { type: 'login', files: [] } } as const
    expect(argsOf(login)).not.toContain('model_provider')
    expect(build(login).environment).not.toHaveProperty('AGENT_MODEL_KEY')
    const settings = { ...defaultAgentSettings, baseUrl: 'http://127.0.0.1:8080' }
    expect(argsOf({ ...login, settings })).toContain('"requires_openai_auth"=true')
    expect(argsOf({ settings })).toContain('"base_url"="http://127.0.0.1:8080/v1"')
    expect(argsOf({ limits: { ...defaultLimits, idleTimeMs: 5000 } })).toContain('idle_timeout_ms"=5000')
  })
})

describe('the address of a model', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1', null],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/v1', null],
    ['https://h.example/v1/', 'https://h.example/v1', null],
    ['https://h.example/openai/v2', 'https://h.example/openai/v2', null],
    ['https://h.example/v1?api-version=1&x=a%20b#y', 'https://h.example/v1', '{"api-version"="1","x"="a b"}'],
  ])('%s', (given, url, query) => {
    expect(modelAddress(given)).toEqual({ url, query })
  })
})

describe('a TOML string', () => {
  it('has no bare control character, quote or half of a character', () => {
    expect(tomlString('a"b\\c\n\u007f\u0001')).toBe('"a\\"b\\\\c\\n\\u007F\\u0001"')
    expect(tomlString('\ud800')).toBe('"\ufffd"')
  })
})

describe('the home of a run of Codex', () => {
  it('has its folders, and the files of the sign-in', () => {
    const file = { path: '.codex/auth.json', content: Buffer.from('{}') }
    const paths = (signIn: InvocationInput['signIn']) => codexHomeFiles({ signIn }).map(({ path }) => path)
    expect(paths({ type: 'none' })).toEqual(
      ['.codex', '.codex/sessions', '.codex/archived_sessions', '.codex/log', 'tmp'].map(
        (folder) => `${folder}/.keep`,
      ),
    )
    expect(paths({ type: 'login', files: [file] })).toContain('.codex/auth.json')
    expect(paths({ type: 'key', key: 'k', files: [file] })).toContain('.codex/auth.json')
  })

  it('keeps its conversation in rollout files', () => {
    expect(isCodexTranscript('.codex/sessions/2026/11/30/rollout-2026-11-30T19-15-29-01a2.jsonl')).toBe(true)
    expect(isCodexTranscript('.codex\\sessions\\2026\\rollout-x.jsonl.zst')).toBe(true)
    expect(isCodexTranscript('.codex/auth.json')).toBe(false)
    expect(isCodexTranscript('tmp/.codex/sessions/rollout-x.jsonl')).toBe(false)
  })
})
