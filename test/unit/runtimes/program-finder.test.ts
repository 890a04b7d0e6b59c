import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type RunCommand, runCommand } from '../../../src/main/process'
import { createProgramFinder, type ProgramFinderDeps } from '../../../src/main/runtimes'
import { expandFolders } from '../../../src/main/runtimes/install-folders'
import { temporaryFolder } from '../../support/repository'

/** No program of this name is installed anywhere. */
const name = 'glovebox-test-agent'

let home: string
beforeEach(() => {
  home = temporaryFolder()
})

function program(path: string, script: string, interpreter = '/bin/sh'): string {
  const full = join(home, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, `#!${interpreter}\n${script}\n`)
  chmodSync(full, 0o755)
  return full
}
const answers = (version: string): string => `echo '${version} (Agent)'`

/** The dock's environment unless said otherwise. */
function finder(more: Partial<ProgramFinderDeps> = {}) {
  const asked: string[] = []
  const run: RunCommand = (invocation, options) => {
    asked.push(invocation.executable)
    return runCommand(invocation, options)
  }
  const { find } = createProgramFinder({
    title: 'Agent',
    names: [name],
    ownFolders: ['.agent/bin'],
    environment: { PATH: '/usr/bin:/bin' },
    home,
    platform: process.platform,
    runCommand: run,
    versionArgs: ['--version'],
    parseVersion: (output) => /^(\d+\.\d+\.\d+) \(Agent\)/.exec(output)?.[1] ?? null,
    oldest: '2.1.10',
    timeoutMs: 5000,
    install: 'Install it from example.org.',
    ...more,
  })
  return { find, asked }
}

describe('where a program is found, with the poor PATH of an app started from a dock', () => {
  it.each([
    ['its own installer', '.agent/bin'],
    ['the usual folder of native installers', '.local/bin'],
    ['npm with a prefix in the home folder', '.npm-global/bin'],
    ['pnpm', '.local/share/pnpm'],
    ['yarn', '.yarn/bin'],
    ['bun', '.bun/bin'],
    ['Homebrew in the home folder', '.linuxbrew/bin'],
    ['nvm', '.nvm/versions/node/v22.1.0/bin'],
    ['fnm', '.local/share/fnm/node-versions/v22.1.0/installation/bin'],
    ['mise', '.local/share/mise/installs/node/22.1.0/bin'],
    ['asdf', '.asdf/installs/nodejs/22.1.0/bin'],
    ['nodenv', '.nodenv/versions/22.1.0/bin'],
    ['Volta', '.volta/tools/image/packages/@vendor/agent/bin'],
  ])('%s', async (_, folder) => {
    const path = program(join(folder, name), answers('2.1.10'))
    expect(await finder().find(null)).toMatchObject({
      ok: true,
      value: { identity: { path }, version: '2.1.10', pathFolders: [] },
    })
  })

  it('takes PATH first, then the newest Node’s packages', async () => {
    program(`.nvm/versions/node/v9.1.0/bin/${name}`, answers('3.0.9'))
    program(`.nvm/versions/node/v20.1.0/bin/${name}`, answers('3.0.20'))
    expect(await finder().find(null)).toMatchObject({ value: { version: '3.0.20' } })
    program(`bin/${name}`, answers('2.2.0'))
    const { find } = finder({ environment: { PATH: `relative:${home}/bin` } })
    expect(await find(null)).toMatchObject({ value: { version: '2.2.0' } })
  })

  it('finds the Node of a launcher script: beside it, else any', async () => {
    const node = program('.nvm/versions/node/v22.1.0/bin/node', answers('2.5.0'))
    program(`.nvm/versions/node/v22.1.0/bin/${name}`, '', '/usr/bin/env node')
    const environment = { PATH: '/nowhere' }
    expect(await finder({ environment }).find(null)).toMatchObject({
      value: { version: '2.5.0', pathFolders: [dirname(node)] },
    })
  })

  it('passes over what does not work, and takes the first that does', async () => {
    program(`.agent/bin/${name}`, 'exit 3')
    program(`.local/bin/${name}`, answers('1.0.0'))
    const good = program(`.bun/bin/${name}`, answers('2.4.0'))
    expect(await finder().find(null)).toMatchObject({ value: { identity: { path: good } } })
  })

  it('starts what is preferred to the program found', async () => {
    const launcher = program(`.local/bin/${name}`, 'exit 1')
    const native = program('lib/native', answers('2.6.0'))
    const { find } = finder({ prefer: async (found) => (found.path === launcher ? native : null) })
    expect(await find(null)).toMatchObject({ value: { identity: { path: native }, version: '2.6.0' } })
  })

  it('says how to mend it when there is none', async () => {
    expect(await finder().find(null)).toMatchObject({
      ok: false,
      error: { code: 'runtime.not_found', message: expect.stringContaining('Install it from example.org.') },
    })
  })
})

describe('a path that the user typed', () => {
  it('is the only one that counts', async () => {
    program(`.local/bin/${name}`, answers('2.4.0'))
    const typed = program('my tools/agent', answers('2.3.0'))
    expect(await finder().find(typed)).toMatchObject({ value: { version: '2.3.0' } })
    expect(await finder().find(` ${typed} `)).toMatchObject({ value: { version: '2.3.0' } })
    expect(await finder().find('~/my tools/agent')).toMatchObject({ value: { identity: { path: typed } } })
    expect(await finder().find('')).toMatchObject({ value: { version: '2.4.0' } })
  })

  it.each([
    ['agent', 'runtime.not_found', 'has to begin with /'],
    ['./agent', 'runtime.not_found', 'has to begin with /'],
    ['~other/agent', 'runtime.not_found', 'has to begin with /'],
    ['~/missing', 'runtime.not_found', 'is not there'],
    ['~/', 'runtime.broken', 'is not a file'],
    ['~/text', 'runtime.broken', 'may not be run'],
  ])('%s', async (path, code, words) => {
    writeFileSync(join(home, 'text'), 'no program')
    expect(await finder().find(path)).toMatchObject({
      ok: false,
      error: { code, message: expect.stringContaining(words) },
    })
  })
})

describe('what a program says of itself', () => {
  const found = (script: string, more: Partial<ProgramFinderDeps> = {}) =>
    finder(more).find(program(name, script))

  it('too old', async () => {
    expect(await found(answers('2.1.9'))).toMatchObject({
      error: { code: 'runtime.too_old', details: { found: '2.1.9', needed: '2.1.10' } },
    })
    expect(await found(answers('2.1.10'))).toMatchObject({ ok: true })
  })

  it.each([
    ['fails', 'echo "cannot open shared object" >&2; exit 127', 'exit code 127: “cannot open shared object”'],
    ['dies', 'kill -9 $$', 'ended by a signal'],
    ['is another program', 'echo "GNU agent 1.0"', 'did not give its version: “GNU agent 1.0”'],
    ['is silent', 'true', 'did not give its version.'],
    ['gives a version but fails', `${answers('2.4.0')}; exit 1`, 'exit code 1'],
    ['never stops printing', 'yes', 'printed more than'],
  ])('%s', async (_, script, words) => {
    expect(await found(script)).toMatchObject({
      ok: false,
      error: { code: 'runtime.broken', message: expect.stringContaining(words) },
    })
  })

  it('hangs, and does not mind being asked to end', async () => {
    expect(await found('trap "" TERM INT; sleep 60 & sleep 60; sleep 60', { timeoutMs: 100 })).toMatchObject({
      error: { code: 'runtime.broken', message: expect.stringContaining('took longer than') },
    })
  })

  it('is masked and bounded where it is shown (I8)', async () => {
    const result = await found(`echo SECRET; head -c 5000 /dev/zero | tr '\\0' x`, {
      redact: (text) => text.replaceAll('SECRET', '[masked]'),
    })
    if (result.ok) throw new Error('it is broken')
    expect(result.error.message).toContain('[masked] xxx')
    expect(result.error.message).not.toContain('SECRET')
    expect(result.error.message.length).toBeLessThan(800)
  })

  it('holds until the file changes; a broken one is asked again', async () => {
    const path = program(`.local/bin/${name}`, answers('2.4.0'))
    mkdirSync(join(home, '.bun/bin'), { recursive: true })
    symlinkSync(path, join(home, '.bun/bin', name))
    const { find, asked } = finder()
    await Promise.all([find(null), find(null), find(path)])
    expect(asked).toHaveLength(1)
    program(`.local/bin/${name}`, 'exit 1 # broken now')
    expect(await find(null)).toMatchObject({ error: { code: 'runtime.broken' } })
    await find(null)
    expect(asked).toHaveLength(3)
  })

  it('is asked with HOME and what is allow-listed, no key', async () => {
    const script = `test -z "$AGENT_KEY" && test "$HOME" = "${home}" && test "$AGENT_HOME" = /own && ${answers('2.4.0')}`
    const environment = { PATH: '/usr/bin:/bin', HOME: '/other', AGENT_KEY: 'secret' }
    expect(await found(script, { environment, extraEnvironment: { AGENT_HOME: '/own' } })).toMatchObject({
      ok: true,
    })
  })
})

it('a pattern stands for every version, newest first, in each of its places', async () => {
  for (const folder of ['a/v9/x/@s/p', 'a/v20/x/@s/q', 'a/v20/x/t/r'])
    mkdirSync(join(home, folder), { recursive: true })
  expect(await expandFolders([`${home}/a/v*/x/@*/*`, '/plain', `${home}/missing/*`, '/plain'])).toEqual([
    `${home}/a/v20/x/@s/q`,
    `${home}/a/v9/x/@s/p`,
    '/plain',
  ])
})
