import { chmodSync, existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBounded, runCommand, startProcess } from '../../../src/main/process'
import {
  type Backend,
  createBubblewrap,
  createFirejail,
  createSandbox,
  requiredAspects,
  type Sandbox,
} from '../../../src/main/sandbox'
import { notStarted, type SandboxBackend } from '../../../src/shared'
import { boxRequest, command, makeFolders } from '../../support/box'

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-lies-')))
const systemPath = '/usr/bin:/bin'

type Kind = {
  readonly name: SandboxBackend
  /** Its program, by the name that is looked up and where the real one is. */
  readonly program: string
  readonly version: string
  readonly create: (path: string) => Backend
}

const common = {
  runCommand,
  startProcess,
  caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  machine: process.arch,
}
const kinds: readonly Kind[] = [
  {
    name: 'bubblewrap',
    program: 'bwrap',
    version: 'bubblewrap 0.8.0',
    create: (path) =>
      createBubblewrap({
        ...common,
        environment: { PATH: path },
        devicesFolder: join(realpathSync(tmpdir()), 'glovebox-devices'),
      }),
  },
  {
    name: 'firejail',
    program: 'firejail',
    version: 'firejail version 0.9.72',
    // These are about the program, not about the account: one that is in no list is given a home.
    create: (path) =>
      createFirejail({ ...common, environment: { PATH: path }, accountHome: process.env['HOME'] ?? '/root' }),
  },
]

/** A program by this name that is this script, in a folder of its own. */
function lie(program: string, script: string): { readonly path: string; readonly folder: string } {
  const place = folder()
  const path = join(place, program)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return { path, folder: place }
}

const justExecutes = 'while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done; shift; exec "$@"'
const saysVersion = (version: string): string => `case "$1" in --version) echo "${version}"; exit;; esac`

const sandboxOf = (backends: readonly Backend[]): Sandbox =>
  createSandbox({
    backends,
    probe: {
      environment: { PATH: systemPath },
      startProcess,
      runBounded,
      machine: process.arch,
      probesFolder: folder(),
    },
    now: Date.now,
  })

const policyOf = (name: SandboxBackend) => ({
  order: [name],
  required: requiredAspects('none'),
  subprocessConsented: false,
})

describe.each(kinds)('a lie about $name', ({ name, program, version, create }) => {
  it.each([
    ['that just executes what it is given', justExecutes, 'sandbox.lying'],
    ['that says the right version and executes', `${saysVersion(version)}; ${justExecutes}`, 'sandbox.lying'],
    [
      'that says the right version and executes somewhere else',
      `${saysVersion(version)}; cd /tmp; ${justExecutes}`,
      'sandbox.lying',
    ],
    [
      'that executes with a new session and without variables',
      `${saysVersion(version)}; ${justExecutes.replace('exec', 'exec setsid -w env -i PATH=/usr/bin:/bin')}`,
      'sandbox.lying',
    ],
    ['that says yes to everything', `${saysVersion(version)}; exit 0`, 'sandbox.probe_failed'],
  ])('%s is named, and nothing runs by it', async (_, script, code) => {
    const planted = lie(program, script)
    const sandbox = sandboxOf([create(`${planted.folder}:${systemPath}`)])
    const [probe] = await sandbox.probes()
    expect(probe).toMatchObject({ available: false, problem: { code } })
    expect(probe?.problem?.message).toMatch(/\S/)
    // Nothing takes its place by itself.
    expect(await sandbox.choose(policyOf(name), 'none')).toMatchObject({
      ok: false,
      error: { code: 'sandbox.level_not_held' },
    })
    // Not even for one who holds the probe in hand.
    if (probe === undefined) throw new Error('no probe')
    const opened = await sandbox.open({ probe, level: notStarted }, boxRequest(makeFolders()))
    expect(opened).toMatchObject({ ok: false, error: { code: 'sandbox.changed' } })
  })

  it('that takes the real one’s place after the probe is noticed before the next start', async () => {
    const planted = lie(program, `exec /usr/bin/${program} "$@"`)
    const sandbox = sandboxOf([create(`${planted.folder}:${systemPath}`)])
    const chosen = await sandbox.choose(policyOf(name), 'none')
    if (!chosen.ok) throw new Error(`${chosen.error.message} ${JSON.stringify(chosen.error.details)}`)
    const folders = makeFolders()
    const opened = await sandbox.open(chosen.value, boxRequest(folders))
    if (!opened.ok) throw new Error(opened.error.message)
    const before = await opened.value.run(['sh', '-c', 'echo ran > before'])
    expect(before).toMatchObject({ ok: true, value: { exitCode: 0 } })
    expect(existsSync(join(folders.mirrorFolder, 'before'))).toBe(true)

    writeFileSync(planted.path, `#!/bin/sh\n${saysVersion(version)}; ${justExecutes}\n`)
    // In the box that is open, for a command and for an agent; and in one that is to be opened.
    expect(await opened.value.run(['sh', '-c', 'echo ran > after'])).toMatchObject({
      ok: false,
      error: { code: 'sandbox.changed' },
    })
    expect(await opened.value.wrap(command(folders, ['sh', '-c', 'echo ran > after']))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.changed' },
    })
    expect(await sandbox.open(chosen.value, boxRequest(folders))).toMatchObject({
      ok: false,
      error: { code: 'sandbox.changed' },
    })
    expect(existsSync(join(folders.mirrorFolder, 'after'))).toBe(false)
    await opened.value.close()
    // Probed anew, it is found out.
    expect(await sandbox.choose(policyOf(name), 'none')).toMatchObject({ ok: false })
    expect((await sandbox.probes())[0]).toMatchObject({
      available: false,
      problem: { code: 'sandbox.lying' },
    })
  })
})
