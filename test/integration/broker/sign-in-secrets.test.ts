import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentKeyNames, createAgents } from '../../../src/main/boot/agents'
import type { Services } from '../../../src/main/boot/services'
import { claudeName } from '../../../src/main/runtimes'
import { type AgentSettings, type Capability, defaultLimits, type SessionId } from '../../../src/shared'
import { makeRepository, temporaryFolder, writeFiles } from '../../support/repository'
import { bodies, ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

const token = 'zq7-plain-login-token-91824-abcdefgh'
const key = 'some-key-of-mine-12345'
const password = 'settings-env-value-7283-qwertyui'
const capabilities: Capability[] = [
  'read_tracked_files',
  'write_mirror',
  'create_files',
  'run_commands',
  'reach_provider',
]

/** Claude Code's runtime over a stand-in program that prints what lies in a file, and a home with a login and settings. */
async function claude(settings: Partial<AgentSettings>, output: readonly unknown[], variables = {}) {
  const home = temporaryFolder()
  const out = join(home, 'output.jsonl')
  const program = join(home, 'claude')
  writeFiles(home, {
    '.claude/.credentials.json': JSON.stringify({
      claudeAiOauth: { accessToken: token, expiresAt: 4_102_444_800_000 },
    }),
    '.claude/settings.json': JSON.stringify({
      env: { MCP_PASSWORD: password },
      model: 'claude-sonnet-4-5-20250929',
    }),
    '.claude/CLAUDE.md': 'Keep functions short and plain.\n',
    'output.jsonl': `${output.map((line) => JSON.stringify(line)).join('\n')}\n`,
  })
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *--version*) echo "2.1.197 (Claude Code)"; exit 0;; esac\ncat ${out}\n`,
  )
  chmodSync(program, 0o755)
  const services = await startServices(
    temporaryFolder(),
    (deps) => createAgents(deps, { environment: { PATH: process.env['PATH'] }, home }),
    { keyNames: agentKeyNames, environment: { ...process.env, ...variables } },
  )
  const agent = {
    path: program,
    signIn: 'login',
    baseUrl: null,
    loadUserSettings: true,
    ...settings,
  } as const
  services.store.write.saveSettings({ ...services.store.read.settings(), agents: { [claudeName]: agent } })
  return services
}

async function run(services: Services, prompt: string): Promise<SessionId> {
  mkdirSync(temporaryFolder(), { recursive: true })
  const project = unwrap(await services.projects.add(makeRepository({ 'a.txt': 'a\n' })))
  services.consents.grant(project, {
    runtimes: [claudeName],
    capabilities,
    limits: defaultLimits,
    scope: { type: 'until_revoked' },
  })
  const started = await services.broker.start({
    projectId: project.id,
    prompt,
    runtime: claudeName,
    variant: null,
    outputSchema: null,
    policy: { capabilities, limits: defaultLimits, runtimes: [] },
  })
  return (await ended(services, unwrap(started).sessionId)).id
}

const words = `I see ${token}, ${key} and ${password}. Keep functions short and plain. claude-sonnet-4-5-20250929`
const saying = [
  { type: 'assistant', message: { id: 'm', model: 'x', content: [{ type: 'text', text: words }] } },
  { type: 'result', subtype: 'success', is_error: false, result: 'fine' },
]

function everything(services: Services, id: SessionId): string {
  const { lines } = services.store.read.nativeLines(id, { after: 0, limit: 10, whole: true })
  return JSON.stringify([bodies(services, id), lines])
}

describe('what a run signs in with (I8)', () => {
  it('by login: its token and the settings’ secrets are masked, from the prompt on; instructions are not', async () => {
    const services = await claude({ signIn: 'login' }, saying)
    const id = await run(services, `my token is ${token}`)
    const text = everything(services, id)
    expect(text).not.toContain(token)
    expect(text).not.toContain(password)
    expect(bodies(services, id)[0]).toMatchObject({
      prompt: expect.stringMatching(/^my token is \[masked: /),
    })
    expect(text).toContain('Keep functions short and plain. claude-sonnet-4-5-20250929')
    services.store.close()
  })

  it('by key: the key and the settings’ secrets', async () => {
    const services = await claude({ signIn: 'key' }, saying)
    unwrap(services.keys.save(claudeName, key, 'session'))
    await services.runtimes.probeAgain()
    const id = await run(services, 'Go.')
    const text = everything(services, id)
    expect(text).toContain('[masked: MCP_PASSWORD]')
    expect(text).not.toContain(password)
    expect(text).not.toContain(key)
    expect(text).toContain('Keep functions short and plain. claude-sonnet-4-5-20250929')
    services.store.close()
  })

  it('errors’ texts are masked before they are cut, and bounded', async () => {
    const secret = 'hunter2-hunter2-hunter2-hunter2-xyz9'
    const failing = (status: number, text: string) => [
      {
        type: 'result',
        subtype: 'success',
        is_error: true,
        api_error_status: status,
        result: text,
        session_id: 's',
      },
    ]
    const services = await claude({}, failing(400, `API Error: 400 ${'x'.repeat(956)} ${secret} end`), {
      X_SECRET_TOKEN: secret,
    })
    const id = await run(services, 'Go.')
    const view = services.store.read.session(id)
    expect(view?.status).toBe('failed')
    expect(view?.error?.cause?.length).toBeLessThanOrEqual(1000)
    expect(view?.error?.cause).toMatch(/x …$/)
    expect(everything(services, id)).not.toContain('hunter2')
    services.store.close()
  })
})
