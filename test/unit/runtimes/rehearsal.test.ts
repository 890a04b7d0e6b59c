import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sameInvocation } from '../../../src/main/process'
import { createRehearsalRuntime, type InvocationInput, type RehearsalDeps } from '../../../src/main/runtimes'
import { defaultAgentSettings, defaultLimits } from '../../../src/shared'

const resources = join(import.meta.dirname, '../../../resources/rehearsal')
const identity = { path: '/usr/bin/node', device: 1, inode: 2, size: 3, modifiedMs: 4, changedMs: 5 }

const runtime = (more: Partial<RehearsalDeps['program']> = {}) =>
  createRehearsalRuntime({
    program: {
      nodeCandidates: async () => [],
      agentPath: join(resources, 'agent.mjs'),
      scenariosFolder: join(resources, 'scenarios'),
      embedded: null,
      ...more,
    },
    runCommand: async () => {
      throw new Error('nothing is to be run')
    },
    environment: { HOME: '/home/user' },
    now: () => 42,
  })

const input = (more: Partial<InvocationInput> = {}): InvocationInput => ({
  executable: identity,
  prompt: 'Make it work\nplease',
  variant: 'hasty',
  capabilities: ['run_commands', 'read_tracked_files', 'reach_network'],
  limits: defaultLimits,
  mirrorFolder: '/data/mirror',
  controlFolder: '/data/control',
  homeFolder: '/data/home',
  signIn: { type: 'none' },
  settings: defaultAgentSettings,
  outputSchema: null,
  conversation: null,
  box: null,
  environment: { PATH: '/bin' },
  ...more,
})

describe('buildInvocation', () => {
  it('names everything in arguments but the prompt, which goes in by standard input', () => {
    expect(runtime().buildInvocation(input())).toEqual({
      executable: '/usr/bin/node',
      args: [
        join(resources, 'agent.mjs'),
        '--scenario',
        'hasty',
        '--mirror',
        '/data/mirror',
        '--capabilities',
        'read_tracked_files,run_commands',
        '--pace',
        'real',
      ],
      environment: { PATH: '/bin' },
      folder: '/data/mirror',
      input: '{"type":"prompt","text":"Make it work\\nplease"}\n',
      reads: [resources, join(resources, 'scenarios')],
    })
  })

  it('is pure: the same input gives the same invocation (I6)', () => {
    const { buildInvocation } = runtime()
    expect(sameInvocation(buildInvocation(input()), buildInvocation(input()))).toBe(true)
    expect(sameInvocation(buildInvocation(input()), buildInvocation(input({ prompt: 'other' })))).toBe(false)
  })

  it('plays careful where nothing else is chosen', () => {
    expect(runtime().buildInvocation(input({ variant: null })).args).toContain('careful')
  })

  it('starts the app itself in its agent mode when that is what was probed', () => {
    const embedded = {
      executable: process.execPath,
      args: ['--glovebox-agent'],
      version: '1',
      environment: { DISPLAY: ':1' },
    }
    const { buildInvocation } = runtime({ embedded })
    const ownProgram = buildInvocation(input({ executable: { ...identity, path: process.execPath } }))
    expect(ownProgram.args.slice(0, 3)).toEqual(['--glovebox-agent', '--scenario', 'hasty'])
    expect(ownProgram.environment).toEqual({ PATH: '/bin', DISPLAY: ':1' })
    expect(buildInvocation(input()).args[0]).toBe(join(resources, 'agent.mjs'))
  })
})

describe('probe', () => {
  it('says plainly what it is and why it can not be used', async () => {
    const { info, executable } = await runtime().probe()
    expect(executable).toBeNull()
    expect(info).toMatchObject({
      name: 'rehearsal',
      title: 'Rehearsal',
      required: ['read_tracked_files'],
      optional: ['write_mirror', 'create_files', 'run_commands'],
      unavailable: { code: 'runtime.unavailable' },
      probedAt: 42,
    })
    expect(info.description).toMatch(/no model/)
    expect(info.variants.map(({ id }) => id)).toEqual(['careful', 'hasty', 'survey'])
  })

  it('falls back to the app itself', async () => {
    const embedded = {
      executable: process.execPath,
      args: ['--glovebox-agent'],
      version: '9.9',
      environment: {},
    }
    const { info, executable } = await runtime({ embedded }).probe()
    expect(info).toMatchObject({ unavailable: null, version: '9.9' })
    expect(executable?.path).toBe(info.executable)
  })

  it('is unavailable when its own files are missing, whatever Node there is', async () => {
    const { info } = await runtime({ agentPath: join(resources, 'missing.mjs') }).probe()
    expect(info.unavailable?.message).toMatch(/Install Glovebox again/)
  })
})
