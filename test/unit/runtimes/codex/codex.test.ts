import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunCommand } from '../../../../src/main/process'
import { type CodexDeps, createCodexRuntime } from '../../../../src/main/runtimes'
import { defaultAgentSettings, ok } from '../../../../src/shared'
import { temporaryFolder } from '../../../support/repository'

const triple = 'x86_64-unknown-linux-musl'

function putProgram(path: string, text = '#!/bin/sh\n'): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

const answers =
  (stdout: string, asked: string[] = []): RunCommand =>
  async ({ executable, environment }) => {
    asked.push(executable, environment['CODEX_HOME'] ?? '')
    return ok({ code: 0, stdout: Buffer.from(stdout), stderr: '' })
  }

const runtime = (deps: Partial<CodexDeps> = {}) =>
  createCodexRuntime({
    runCommand: answers('codex-cli 0.171.0\n'),
    environment: {},
    home: temporaryFolder(),
    platform: 'linux',
    arch: 'x64',
    now: () => 7,
    settings: () => defaultAgentSettings,
    key: () => 'k',
    ...deps,
  })

/** npm's launcher below `folder`, with the package of this platform at `inner`; the paths of both. */
function npmInstall(folder: string, inner: string): { readonly launcher: string; readonly native: string } {
  const launcher = putProgram(
    join(folder, 'node_modules/@openai/codex/bin/codex.js'),
    '#!/usr/bin/env node\n',
  )
  const native = putProgram(join(folder, inner, 'vendor', triple, 'bin', 'codex'))
  return { launcher, native }
}

describe('the runtime of Codex', () => {
  it.each([
    ['beside the launcher’s package', 'node_modules/@openai/codex-linux-x64'],
    ['within it', 'node_modules/@openai/codex/node_modules/@openai/codex-linux-x64'],
    ['in the launcher’s own package', 'node_modules/@openai/codex'],
  ])('starts the native program behind npm’s launcher, %s', async (_, inner) => {
    const folder = temporaryFolder()
    const { launcher, native } = npmInstall(folder, inner)
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    symlinkSync(launcher, join(bin, 'codex'))
    const asked: string[] = []
    const runCommand = answers('codex-cli 0.171.0\n', asked)
    const { info, executable } = await runtime({ environment: { PATH: bin }, runCommand }).probe()
    expect(executable?.path).toBe(native)
    expect(info).toMatchObject({ executable: native, version: '0.171.0', unavailable: null, probedAt: 7 })
    expect(asked).toEqual([native, '/dev/null'])
  })

  it('finds pnpm’s package of this platform', async () => {
    const store = join(temporaryFolder(), '.pnpm')
    const { launcher } = npmInstall(join(store, '@openai+codex@0.171.0'), 'node_modules/@openai/x')
    const other = '@openai+codex@0.171.0-linux-x64/node_modules/@openai/codex'
    const native = putProgram(join(store, other, 'vendor', triple, 'bin', 'codex'))
    const { executable } = await runtime({
      settings: () => ({ ...defaultAgentSettings, path: launcher }),
    }).probe()
    expect(executable?.path).toBe(native)
  })

  it('takes any other program as it is', async () => {
    const path = putProgram(join(temporaryFolder(), 'codex'))
    const settings = () => ({ ...defaultAgentSettings, path })
    expect((await runtime({ settings }).probe()).executable?.path).toBe(path)
  })

  it.each([
    ['codex-cli 0.99.3\n', 'runtime.too_old'],
    ['something else\n', 'runtime.broken'],
  ])('is unavailable where the program says %j', async (output, code) => {
    const path = putProgram(join(temporaryFolder(), 'codex'))
    const settings = () => ({ ...defaultAgentSettings, path })
    const { info, executable } = await runtime({ settings, runCommand: answers(output) }).probe()
    expect(info.unavailable?.code).toBe(code)
    expect(executable).toBeNull()
  })

  it('is unavailable where no program is, or nobody is signed in', async () => {
    const missing = join(temporaryFolder(), 'codex')
    const settings = () => ({ ...defaultAgentSettings, path: missing })
    expect((await runtime({ settings }).probe()).info.unavailable?.code).toBe('runtime.not_found')
    const path = putProgram(missing)
    const { info } = await runtime({ settings, key: () => null }).probe()
    expect(info.unavailable?.code).toBe('runtime.not_signed_in')
    expect(info).toMatchObject({ executable: path, signIn: { state: 'not_signed_in', by: null } })
  })
})
