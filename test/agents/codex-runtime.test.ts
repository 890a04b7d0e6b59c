import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/main/process'
import { createCodexRuntime, type Runtime } from '../../src/main/runtimes'
import { type AgentSettings, type Capability, defaultAgentSettings, type Usage } from '../../src/shared'
import { agentProgram, sampleFiles } from '../support/agents'
import {
  calling,
  codexCalls,
  fails,
  type ModelServer,
  patchParts,
  type Scenario,
  startModelServer,
  text,
} from '../support/model-server'
import { temporaryFolder } from '../support/repository'
import { type RuntimeOutcome, type RuntimeRun, readFrom, runRuntime, tokensOf } from '../support/run-runtime'

const servers: ModelServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const program = agentProgram('codex')
const model = 'gpt-5.5'
const read: readonly Capability[] = ['read_tracked_files', 'reach_provider']
const write: readonly Capability[] = [...read, 'write_mirror', 'create_files']
const all: readonly Capability[] = [...write, 'run_commands']
const { add, remove, update } = patchParts

function codex(settings: Partial<AgentSettings> = {}, home = temporaryFolder()): Runtime {
  return createCodexRuntime({
    runCommand,
    environment: { PATH: '/usr/bin:/bin' },
    home,
    platform: process.platform,
    arch: process.arch,
    now: Date.now,
    settings: () => ({ ...defaultAgentSettings, path: program, ...settings }),
    key: () => 'test-key',
  })
}

type Played = { readonly server: ModelServer; readonly outcome: RuntimeOutcome }

async function play(scenario: Scenario, run: Partial<RuntimeRun> = {}): Promise<Played> {
  const server = await startModelServer(scenario)
  servers.push(server)
  const { settings, ...rest } = run
  const outcome = await runRuntime({
    runtime: codex(settings),
    program,
    capabilities: read,
    files: sampleFiles,
    variant: model,
    settings: { baseUrl: server.url, ...settings },
    ...rest,
  })
  return { server, outcome }
}

const types = ({ events }: RuntimeOutcome): readonly string[] => events.map(({ type }) => type)
const only = <T extends string>({ events }: RuntimeOutcome, type: T) =>
  events.filter((event) => event.type === type)
const output = (outcome: RuntimeOutcome): string =>
  outcome.events.map((event) => (event.type === 'tool.finished' ? (event.output ?? '') : '')).join('')

function reported({ usage: { sum } }: ModelServer): Omit<Usage, 'costUsd'> {
  return {
    inputTokens: sum.input,
    outputTokens: sum.output,
    cacheReadTokens: sum.cacheRead,
    cacheWriteTokens: sum.cacheWrite,
    reasoningTokens: sum.reasoning,
  }
}

/** How long Codex waits for a command before it tells the model that it still runs: a busy machine takes its time. */
const patientMs = 30_000

describe('the real Codex through its runtime', () => {
  it('answers', async () => {
    const { server, outcome } = await play([text('Hello there.')], { prompt: '/init @notes.txt --help' })
    expect(outcome.failure).toBeNull()
    expect(types(outcome)).toEqual([
      'agent.ready',
      'response.started',
      'agent.message',
      'agent.usage',
      'response.finished',
      'final',
    ])
    expect(only(outcome, 'agent.message')).toMatchObject([{ text: 'Hello there.', final: true }])
    expect(tokensOf(outcome.events)).toEqual(reported(server))
    expect(server.modelRequests).toMatchObject([{ model, path: '/v1/responses' }])
    expect(server.modelRequests[0]?.headers['authorization']).toBe('Bearer test-key')
    const [body] = server.modelRequests.map((request) => JSON.stringify(request.body))
    expect(body).toContain('/init @notes.txt --help')
    expect(outcome.stderr).not.toMatch(/error/i)
  })

  it('reads and edits, creates and deletes: a response ends when its calls are over', async () => {
    const { server, outcome } = await play(
      [
        { ...text('First a look.'), calls: [codexCalls.shell('cat src/add.js')] },
        calling(codexCalls.patch(update('src/add.js', '  return a - b;', '  return a + b;'))),
        calling(codexCalls.patch(add('docs/new.md', '# New\n'), remove('notes.txt'))),
        text('Fixed.'),
      ],
      { capabilities: write },
    )
    expect(outcome.failure).toBeNull()
    expect(readFrom(outcome, 'src/add.js')).toContain('a + b')
    expect(readFrom(outcome, 'docs/new.md')).toBe('# New\n')
    expect(existsSync(join(outcome.input.mirrorFolder, 'notes.txt'))).toBe(false)
    expect(output(outcome)).toContain('return a - b')
    const calls = only(outcome, 'tool.called')
    expect(calls).toMatchObject([
      { kind: 'run', target: 'cat src/add.js' },
      { kind: 'edit', target: 'src/add.js' },
      { kind: 'create', target: 'docs/new.md' },
      { kind: 'delete', target: 'notes.txt' },
    ])
    expect(only(outcome, 'response.started')).toHaveLength(server.modelRequests.length)
    expect(tokensOf(outcome.events)).toEqual(reported(server))
  })

  it('sees the mirror and the system alone without “Run commands”, and writes nothing when it may not', async () => {
    const secret = join(temporaryFolder(), 'secret.txt')
    writeFileSync(secret, 'hidden words')
    const look = `cat notes.txt; cat ${secret}; ls -A "$HOME"; touch made.txt; touch "$TMPDIR/x"; env`
    const { outcome } = await play([
      calling(codexCalls.shell(look)),
      calling(codexCalls.patch(add('made.txt', 'x\n'))),
      text('Could not.'),
    ])
    expect(outcome.failure).toBeNull()
    expect(output(outcome)).toContain('alpha')
    expect(output(outcome)).not.toContain('hidden words')
    expect(output(outcome)).not.toContain('test-key')
    expect(readdirSync(outcome.input.mirrorFolder)).not.toContain('made.txt')
    expect(readdirSync(join(outcome.input.homeFolder, 'tmp'))).not.toContain('x')
    expect(only(outcome, 'permission.denied')).toMatchObject([{ tool: 'apply_patch' }])
  })

  it('runs commands, which see neither its own home nor the network, and write to the mirror and the temporary folder', async () => {
    const marker = join(temporaryFolder(), 'marker')
    const server = await startModelServer([])
    servers.push(server)
    const reach = `node -e "fetch('${server.url}').then(() => console.log('reached'), () => console.log('no net'))"`
    const { outcome } = await play(
      [
        calling(codexCalls.shell('echo made > made.txt && echo x > "$TMPDIR/x" && echo both', patientMs)),
        // Says nothing of what it was refused: Codex reports no command that fails so within its first milliseconds.
        calling(
          codexCalls.shell(`{ ls "$HOME/.codex/sessions"; touch ${marker}; } 2>/dev/null; exit 3`, patientMs),
        ),
        calling(codexCalls.shell(reach, patientMs)),
        text('Done.'),
      ],
      { capabilities: all, environment: { PATH: process.env['PATH'] ?? '' } },
    )
    expect(outcome.failure).toBeNull()
    expect(output(outcome)).toContain('both')
    expect(output(outcome)).not.toContain('reached')
    expect(output(outcome)).not.toMatch(/^20\d\d$/m)
    expect(readFrom(outcome, 'made.txt')).toBe('made\n')
    expect(existsSync(marker)).toBe(false)
    expect(only(outcome, 'tool.finished')).toMatchObject([
      { failed: false, exitCode: 0 },
      { failed: true, exitCode: 3 },
      { failed: false, output: expect.stringContaining('no net') },
    ])
  })

  it('passes a schema natively where the API takes it, else in words', async () => {
    const properties = { verdict: { type: 'string' } }
    const strict = { type: 'object', additionalProperties: false, required: ['verdict'], properties }
    const answer = '{"verdict":"pass"}'
    const native = await play([text(answer)], { schema: strict })
    expect(native.outcome.events).toContainEqual({ type: 'final', text: answer })
    expect(native.server.modelRequests[0]?.body).toMatchObject({
      text: { format: { type: 'json_schema', strict: true, schema: strict } },
    })
    const loose = await play([text(answer)], { schema: { type: 'object', properties } })
    expect(loose.server.modelRequests[0]?.body).not.toHaveProperty('text.format')
    expect(JSON.stringify(loose.server.modelRequests[0]?.body)).toContain('JSON Schema')
  })

  it('goes on with a conversation, and counts its tokens once', async () => {
    const first = await play([calling(codexCalls.shell('cat notes.txt')), text('One.')])
    const runtime = codex()
    const counted: Usage = { ...tokensOf(first.outcome.events), costUsd: null }
    const again: Runtime = {
      ...runtime,
      createParser: (context) =>
        runtime.createParser(context && { ...context, attempt: 2, earlierUsage: counted }),
    }
    const server = await startModelServer([text('Two.')])
    servers.push(server)
    const { input } = first.outcome
    const after = {
      ...first.outcome,
      input: { ...input, settings: { ...input.settings, baseUrl: server.url } },
    }
    const second = await runRuntime({
      runtime: again,
      program,
      capabilities: read,
      files: {},
      after,
      prompt: 'More.',
    })
    expect(second.failure).toBeNull()
    expect(only(second, 'agent.ready')).toEqual(only(first.outcome, 'agent.ready'))
    expect(JSON.stringify(server.modelRequests[0]?.body)).toContain('One.')
    expect(tokensOf(second.events)).toEqual(reported(server))
    const kept = readdirSync(input.homeFolder, { recursive: true, encoding: 'utf8' })
    expect(kept.filter((path) => runtime.isTranscript(path))).toHaveLength(1)
  })

  it('shows each retry, and what its last failure was', async () => {
    const better = await play([fails(503), fails(529), text('Back.')])
    expect(better.outcome.failure).toBeNull()
    expect(only(better.outcome, 'agent.retrying')).toMatchObject([
      { attempt: 1, maxAttempts: 2, status: 503 },
      { attempt: 2, maxAttempts: 2, status: 529 },
    ])
    expect(better.server.modelRequests).toHaveLength(3)
    const worse = await play([fails(429), text('Never.')])
    expect(worse.outcome.failure).toMatchObject({ kind: 'rate_limited', status: 429 })
    // Without a wait named by the provider, Codex leaves it to the broker.
    expect(worse.server.modelRequests).toHaveLength(1)
    const waited = await play([fails(429, { retryAfter: 1 }), text('Back.')])
    expect(waited.outcome.failure).toBeNull()
    expect(only(waited.outcome, 'agent.retrying')).toMatchObject([{ status: 429 }])
    const refused = await play([fails(401), fails(401), fails(401)])
    expect(refused.outcome.failure).toMatchObject({ kind: 'sign_in', status: 401 })
  })

  it('is ended in mid-stream, and says that it was', async () => {
    const begun = { resolve: (): void => undefined }
    const until = new Promise<void>((resolve) => {
      begun.resolve = resolve
    })
    const { outcome } = await play(
      [
        () => {
          begun.resolve()
          return { type: 'endless' }
        },
      ],
      { cancel: () => until },
    )
    expect(outcome.failure).toMatchObject({ kind: 'crashed' })
  })

  it('loads the user’s own settings where asked to, and keeps its fences', async () => {
    const home = temporaryFolder()
    mkdirSync(join(home, '.codex'))
    writeFileSync(join(home, '.codex', 'config.toml'), 'sandbox_mode = "danger-full-access"\n')
    writeFileSync(join(home, '.codex', 'AGENTS.md'), 'Speak of moths.')
    const scenario = [calling(codexCalls.shell('touch made.txt')), text('No.')]
    const settings = { loadUserSettings: true }
    const loaded = await play(scenario, { settings, runtime: codex(settings, home) })
    expect(loaded.outcome.failure).toBeNull()
    expect(JSON.stringify(loaded.server.modelRequests[0]?.body)).toContain('Speak of moths.')
    expect(readdirSync(loaded.outcome.input.mirrorFolder)).not.toContain('made.txt')
    const plain = await play([text('Hi.')], { runtime: codex({}, home) })
    expect(JSON.stringify(plain.server.modelRequests[0]?.body)).not.toContain('Speak of moths.')
    expect(readFileSync(join(home, '.codex', 'config.toml'), 'utf8')).toContain('danger-full-access')
    expect(readdirSync(join(home, '.codex')).sort()).toEqual(['AGENTS.md', 'config.toml'])
  })

  it('signs in with a copy of the user’s sign-in that can renew nothing', async () => {
    const home = temporaryFolder()
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = (name: string): string =>
      `${part({ alg: 'none' })}.${part({ name, exp: Math.floor(Date.now() / 1000) + 86_400 })}.x`
    const tokens = {
      id_token: token('id'),
      access_token: token('access'),
      refresh_token: 'once',
      account_id: 'acc',
    }
    mkdirSync(join(home, '.codex'))
    const own = JSON.stringify({ auth_mode: 'chatgpt', tokens, last_refresh: '2020-01-01T00:00:00Z' })
    writeFileSync(join(home, '.codex', 'auth.json'), own)
    const settings = { signIn: 'login' } as const
    const { server, outcome } = await play([text('Hi.')], { settings, runtime: codex(settings, home) })
    expect(outcome.failure).toBeNull()
    expect(server.modelRequests[0]?.headers['authorization']).toBe(`Bearer ${tokens.access_token}`)
    expect(readFileSync(join(home, '.codex', 'auth.json'), 'utf8')).toBe(own)
    expect(readFileSync(join(outcome.input.homeFolder, '.codex', 'auth.json'), 'utf8')).not.toContain('once')
  })

  it('is found and asked for its version, and leaves no trace in the user’s home', async () => {
    const home = temporaryFolder()
    const { info, executable } = await codex({}, home).probe()
    expect(info).toMatchObject({ unavailable: null, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(executable?.path).toBe(info.executable)
    expect(readdirSync(home)).toEqual([])
  })
})
