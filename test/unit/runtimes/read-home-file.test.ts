import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { claudeSignIn } from '../../../src/main/runtimes/claude/sign-in'
import { codexSignIn } from '../../../src/main/runtimes/codex/sign-in'
import { readHomeFile } from '../../../src/main/runtimes/read-home-file'
import { defaultAgentSettings } from '../../../src/shared'
import { temporaryFolder } from '../../support/repository'

let home: string
beforeEach(() => {
  home = temporaryFolder()
})
const inHome = (...path: readonly string[]): string => join(home, ...path)
const pipeAt = (path: string): void => {
  execFileSync('mkfifo', [path])
}

describe('a file of the user’s home', () => {
  it('is read whole, also through links, as people link to settings they keep elsewhere', async () => {
    writeFileSync(inHome('kept'), 'content')
    symlinkSync(inHome('kept'), inHome('link'))
    expect(String(await readHomeFile(inHome('kept')))).toBe('content')
    expect(String(await readHomeFile(inHome('link')))).toBe('content')
  })

  it('is nothing where there is no plain file of a sensible size', async () => {
    pipeAt(inHome('pipe'))
    symlinkSync(inHome('pipe'), inHome('link-to-pipe'))
    mkdirSync(inHome('folder'))
    symlinkSync('/dev/zero', inHome('endless'))
    symlinkSync(inHome('nowhere'), inHome('dangling'))
    writeFileSync(inHome('large'), Buffer.alloc(1024 * 1024 + 1))
    for (const name of ['pipe', 'link-to-pipe', 'folder', 'endless', 'dangling', 'large', 'missing'])
      expect(await readHomeFile(inHome(name)), name).toBe(null)
  })
})

describe('pipes in the place of the agents’ own files', () => {
  const settings = { ...defaultAgentSettings, signIn: 'login', loadUserSettings: true } as const
  const deps = {
    settings: () => settings,
    key: () => null,
    environment: {},
    platform: 'linux',
    now: () => 0,
  } as const

  it('leave Claude Code not signed in, and nothing waits for them', async () => {
    mkdirSync(inHome('.claude'))
    for (const name of ['.credentials.json', 'settings.json', 'CLAUDE.md', '.claude.json', 'agents'])
      pipeAt(inHome('.claude', name))
    expect(await claudeSignIn({ ...deps, home })).toMatchObject({ error: { code: 'runtime.not_signed_in' } })
  })

  it('leave Codex not signed in, and nothing waits for them', async () => {
    mkdirSync(inHome('.codex'))
    for (const name of ['auth.json', 'config.toml', 'AGENTS.md']) pipeAt(inHome('.codex', name))
    expect(await codexSignIn({ ...deps, home })).toMatchObject({ error: { code: 'runtime.not_signed_in' } })
  })
})
