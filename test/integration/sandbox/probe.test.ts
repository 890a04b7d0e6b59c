import { chmodSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBounded, runCommand, startProcess } from '../../../src/main/process'
import {
  type Backend,
  createBubblewrap,
  createSandbox,
  createSubprocess,
  probeBackend,
  requiredAspects,
} from '../../../src/main/sandbox'
import type { BackendProbe } from '../../../src/shared'
import { boxRequest, makeFolders, testBackend } from '../../support/box'

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-probes-')))

const probeDeps = (probesFolder = folder()) => ({
  environment: process.env,
  startProcess,
  runBounded,
  machine: process.arch,
  probesFolder,
})

async function probe(backend: Backend, probesFolder = folder()): Promise<BackendProbe> {
  return (await probeBackend(backend, probeDeps(probesFolder), Date.now)).probe
}

const byOutcome = ({ aspects }: BackendProbe, outcome: string): readonly string[] =>
  aspects.filter((each) => each.outcome === outcome).map(({ aspect }) => aspect)

const systemPath = '/usr/bin:/bin'

/** A PATH on which `bwrap` is this script. */
function fake(script: string): string {
  const place = folder()
  writeFileSync(join(place, 'bwrap'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(place, 'bwrap'), 0o755)
  return `${place}:${systemPath}`
}

const version = '[ "$1" = --version ] && { echo bubblewrap 0.8.0; exit; }'
const justExecutes = `${version}; while [ "$1" != -- ]; do shift; done; shift; exec "$@"`

describe('the probe', () => {
  it('finds bubblewrap to hold what a run asks for, and leaves nothing', async () => {
    const probesFolder = folder()
    const found = await probe(testBackend(), probesFolder)
    expect(found).toMatchObject({ available: true, problem: null, path: '/usr/bin/bwrap' })
    expect(byOutcome(found, 'not_held')).toEqual([])
    expect(byOutcome(found, 'held')).toEqual(expect.arrayContaining([...requiredAspects('none')]))
    for (const { evidence } of found.aspects) expect(evidence).not.toBe('')
    expect(readdirSync(probesFolder)).toEqual([])
  })

  it('finds a plain process to hold next to nothing, and says so', async () => {
    const found = await probe(createSubprocess({ environment: process.env, startProcess }))
    expect(found).toMatchObject({ available: true, problem: null })
    const claimed = byOutcome(found, 'not_held')
    for (const aspect of [
      'write_outside',
      'read_secret',
      'other_processes',
      'loopback',
      'kernel_surface',
      'children_after_kill',
    ])
      expect(claimed).toContain(aspect)
  })

  it('names a program that takes the options and just executes', async () => {
    const found = await probe(testBackend(fake(justExecutes)))
    expect(found).toMatchObject({ available: false, problem: { code: 'sandbox.lying' } })
    expect(found.problem?.message).toContain('holds nothing')
  })

  it.each([
    ['nothing there', '/nonexistent', 'sandbox.not_installed'],
    ['another program by its name', fake('echo hello'), 'sandbox.lying'],
    ['one that hangs', fake('sleep 60'), 'sandbox.lying'],
    ['an old one', fake('echo bubblewrap 0.4.1'), 'sandbox.too_old'],
    [
      'one that may not',
      fake(`${version}; echo "bwrap: setting up uid map: Permission denied" >&2; exit 1`),
      'sandbox.not_permitted',
    ],
    ['one that does nothing', fake(`${version}; exit 0`), 'sandbox.probe_failed'],
  ])('says what is wrong with %s, and the way out', async (_, path, code) => {
    const found = await probe(testBackend(path))
    expect(found).toMatchObject({ available: false, problem: { code }, aspects: [] })
    expect(found.problem?.message).toMatch(/(nstall|pdate|etails|nother|outside)/)
  })
})

describe('the sandbox', () => {
  const sandboxWith = (backends: readonly Backend[]) =>
    createSandbox({ backends, probe: probeDeps(), now: Date.now })
  const policy = {
    order: ['bubblewrap', 'subprocess'] as const,
    required: requiredAspects('none'),
    subprocessConsented: false,
  }

  it('never runs unboxed where the one on PATH is a lie', async () => {
    const sandbox = sandboxWith([
      testBackend(fake(justExecutes)),
      createSubprocess({ environment: process.env, startProcess }),
    ])
    expect(await sandbox.choose(policy, 'none')).toMatchObject({
      ok: false,
      error: { code: 'sandbox.not_consented' },
    })
  })

  it('opens nothing with a program that was changed after its probe', async () => {
    const place = folder()
    const program = join(place, 'bwrap')
    writeFileSync(program, '#!/bin/sh\nexec /usr/bin/bwrap "$@"\n', { mode: 0o755 })
    const sandbox = sandboxWith([testBackend(`${place}:${systemPath}`)])
    const chosen = await sandbox.choose(policy, 'none')
    if (!chosen.ok) throw new Error(chosen.error.message)
    writeFileSync(program, `#!/bin/sh\n${justExecutes}\n`)
    const opened = await sandbox.open(chosen.value, boxRequest(makeFolders()))
    expect(opened).toMatchObject({ ok: false, error: { code: 'sandbox.changed' } })
    expect(await sandbox.choose(policy, 'none')).toMatchObject({
      ok: false,
      error: { code: 'sandbox.not_consented' },
    })
  })

  it('runs commands and code within their limits, and tells how they ended', async () => {
    const backend = createBubblewrap({
      environment: { PATH: systemPath },
      runCommand,
      startProcess,
      caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
      machine: process.arch,
      devicesFolder: join(folder(), 'devices'),
    })
    const sandbox = sandboxWith([backend])
    const chosen = await sandbox.choose(policy, 'none')
    if (!chosen.ok) throw new Error(chosen.error.message)
    const box = await sandbox.open(chosen.value, boxRequest(makeFolders()))
    if (!box.ok) throw new Error(box.error.message)
    const { run, runCode, close } = box.value
    const text = (output: { head: Buffer; tail: Buffer }): string =>
      Buffer.concat([output.head, output.tail]).toString()

    const echoed = await run(['cat'], { stdin: 'through' })
    expect(echoed.ok && text(echoed.value.stdout)).toBe('through')
    expect(echoed).toMatchObject({
      value: { exitCode: 0, backend: 'bubblewrap', level: { backend: 'bubblewrap' } },
    })
    const python = await runCode('python', 'import os\nprint(6 * 7, os.getcwd())\n')
    expect(python.ok && text(python.value.stdout)).toMatch(/^42 .*mirror\n$/)
    const shell = await runCode('sh', 'echo "$0 $#"; exit 7')
    expect(shell).toMatchObject({ ok: true, value: { exitCode: 7, signal: null, limitReached: null } })
    expect(await run(['sh', '-c', 'kill -TERM $$'])).toMatchObject({
      value: { exitCode: 143, signal: 'SIGTERM' },
    })
    expect(await run(['sleep', '60'], { wallTimeMs: 300 })).toMatchObject({
      value: { timedOut: true, limitReached: 'wallTimeMs', survivors: 0 },
    })
    const flood = await run(['sh', '-c', 'yes'], { outputBytes: 1_000_000, keepBytes: 1000 })
    expect(flood).toMatchObject({ value: { limitReached: 'outputBytes' } })
    expect(flood.ok && flood.value.stdout.head.length + flood.value.stdout.tail.length).toBeLessThanOrEqual(
      1000,
    )
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 200)
    expect(await run(['sleep', '60'], { signal: stop.signal })).toMatchObject({
      value: { cancelled: true, limitReached: null },
    })
    await close()
    expect(await run(['true'])).toMatchObject({ ok: false, error: { code: 'sandbox.closed' } })
  })
})
