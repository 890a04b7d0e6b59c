import { copyFileSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../src/main/process'
import { createClaudeRuntime } from '../../src/main/runtimes'
import { defaultAgentSettings } from '../../src/shared'
import { agentProgram } from '../support/agents'
import { temporaryFolder } from '../support/repository'

const program = agentProgram('claude')

describe('the real Claude Code, from an app started by a dock', () => {
  it.each([
    ['the native installer', '.local/share/claude/versions/2.1.197', '.local/bin/claude'],
    [
      'npm',
      '.npm-global/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe',
      '.npm-global/bin/claude',
    ],
    [
      'npm under nvm',
      '.nvm/versions/node/v22.0.0/lib/node_modules/x/claude.exe',
      '.nvm/versions/node/v22.0.0/bin/claude',
    ],
    ['Homebrew', '.linuxbrew/Caskroom/claude-code/2.1.197/claude', '.linuxbrew/bin/claude'],
  ])('is found where %s puts it, and leaves the home as it is', async (_, file, link) => {
    const home = temporaryFolder()
    for (const path of [file, link]) mkdirSync(dirname(join(home, path)), { recursive: true })
    linkOrCopy(program, join(home, file))
    symlinkSync(join(home, file), join(home, link))
    const before = readdirSync(home, { recursive: true }).sort()
    const { info, executable } = await createClaudeRuntime({
      runCommand,
      environment: { PATH: '/usr/bin:/bin' },
      home,
      platform: process.platform,
      now: Date.now,
      settings: () => defaultAgentSettings,
      key: () => 'test-key',
    }).probe()
    expect(info).toMatchObject({ version: '2.1.197', unavailable: null })
    expect(executable?.path).toBe(join(home, file))
    expect(readdirSync(home, { recursive: true }).sort()).toEqual(before)
  })
})

/** The program is large: a second name where the file system allows it. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
