import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../../../src/main/process'
import { createClaudeRuntime } from '../../../../src/main/runtimes'
import { defaultAgentSettings, runtimeInfoSchema } from '../../../../src/shared'
import { temporaryFolder } from '../../../support/repository'

/** A runtime whose program is a script that prints this. */
function runtime(prints: string, key: string | null = 'kept') {
  const home = temporaryFolder()
  const path = join(home, 'claude')
  writeFileSync(path, `#!/bin/sh\necho '${prints}'\n`)
  chmodSync(path, 0o755)
  return createClaudeRuntime({
    runCommand,
    environment: { PATH: '/usr/bin:/bin' },
    home,
    platform: process.platform,
    now: () => 42,
    settings: () => ({ ...defaultAgentSettings, path }),
    key: () => key,
  })
}

describe('probe', () => {
  it('tells version, place and sign-in', async () => {
    const { info, executable } = await runtime('2.1.197 (Claude Code)').probe()
    expect(runtimeInfoSchema.parse(info)).toEqual(info)
    expect(info).toMatchObject({
      name: 'claude-code',
      version: '2.1.197',
      executable: executable?.path,
      signIn: { state: 'signed_in', by: 'key' },
      anyVariant: true,
      unavailable: null,
      probedAt: 42,
    })
  })

  it.each([
    ['2.1.186 (Claude Code)', 'kept', 'runtime.too_old'],
    ['2.2.0 (Claude Code)', null, 'runtime.not_signed_in'],
    ['codex-cli 0.171.0', 'kept', 'runtime.broken'],
  ])('%s, key %s: %s', async (prints, key, code) => {
    const { info } = await runtime(prints, key).probe()
    expect(info.unavailable).toMatchObject({ code })
    expect(info.signIn.state).toBe(key === null ? 'not_signed_in' : 'signed_in')
  })
})

it('transcripts are the conversations of its config folder, not its memory', () => {
  const { isTranscript } = runtime('')
  expect(isTranscript('.claude/projects/-data-mirror/0d1c.jsonl')).toBe(true)
  expect(isTranscript('.claude/projects/-data-mirror/0d1c/subagents/agent-1.jsonl')).toBe(true)
  expect(isTranscript('.claude/projects/-data-mirror/memory/MEMORY.md')).toBe(false)
  expect(isTranscript('.claude/history.jsonl')).toBe(false)
  expect(isTranscript('projects/x.jsonl')).toBe(false)
})
