import { copyFileSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../src/main/process'
import { createClaudeRuntime, createCodexRuntime } from '../../src/main/runtimes'
import { defaultAgentSettings } from '../../src/shared'
import { agentProgram } from '../support/agents'
import { temporaryFolder } from '../support/repository'

/** An app started from a dock has this PATH and no other variable. */
const surroundings = (home: string) => ({
  runCommand,
  environment: { PATH: '/usr/bin:/bin' },
  home,
  platform: process.platform,
  arch: process.arch,
  now: Date.now,
  settings: () => defaultAgentSettings,
  key: () => 'test-key',
})

describe.each([
  {
    name: 'Claude Code',
    program: agentProgram('claude'),
    create: (home: string) => createClaudeRuntime(surroundings(home)),
    version: '2.1.197',
    places: [
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
    ],
  },
  {
    name: 'Codex',
    program: agentProgram('codex'),
    create: (home: string) => createCodexRuntime(surroundings(home)),
    version: '0.171.0',
    places: [
      ['a download', '.local/share/codex/codex', '.local/bin/codex'],
      ['npm', '.npm-global/lib/node_modules/x/codex', '.npm-global/bin/codex'],
      [
        'npm under nvm',
        '.nvm/versions/node/v22.0.0/lib/node_modules/x/codex',
        '.nvm/versions/node/v22.0.0/bin/codex',
      ],
      ['Homebrew', '.linuxbrew/Cellar/codex/0.171.0/bin/codex', '.linuxbrew/bin/codex'],
    ],
  },
])('the real $name, from an app started by a dock', ({ program, create, version, places }) => {
  it.each(places)(
    'is found where %s puts it, and leaves the home as it is',
    async (_, file = '', link = '') => {
      const home = temporaryFolder()
      for (const path of [file, link]) mkdirSync(dirname(join(home, path)), { recursive: true })
      linkOrCopy(program, join(home, file))
      symlinkSync(join(home, file), join(home, link))
      const before = readdirSync(home, { recursive: true }).sort()
      const { info, executable } = await create(home).probe()
      expect(info).toMatchObject({ version, unavailable: null })
      expect(executable?.path).toBe(join(home, file))
      expect(readdirSync(home, { recursive: true }).sort()).toEqual(before)
    },
  )
})

/** The program is large: a second name where the file system allows it. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
