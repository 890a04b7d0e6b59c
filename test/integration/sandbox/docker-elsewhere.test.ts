import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBounded, startProcess } from '../../../src/main/process'
import { probeBackend, requiredAspects } from '../../../src/main/sandbox'
import { openBox, runIn, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'
import { importTools } from '../../support/docker/image'

/** Everything the engine must not see, as if it ran on another machine. */
const hidden = realpathSync(mkdtempSync(join(tmpdir(), 'elsewhere-')))
let engine: TestEngine
let image = ''
beforeAll(async () => {
  engine = await startEngine({ hidden })
  image = await importTools(engine)
})
afterAll(async () => {
  await engine.remove()
})

const makeFolders = () => {
  const root = mkdtempSync(join(hidden, 'box-'))
  const [mirrorFolder = '', controlFolder = '', homeFolder = '', outside = ''] = [
    'mirror',
    'control',
    'home',
    'outside',
  ].map((name) => {
    mkdirSync(join(root, name), { mode: 0o700 })
    return join(root, name)
  })
  return { runFolder: root, mirrorFolder, controlFolder, homeFolder, outside }
}
const backend = () => {
  const stateFolder = mkdtempSync(join(hidden, 'state-'))
  return testDocker(engine, { stateFolder, image: () => ({ type: 'named', ref: image }) })
}
const sh = (script: string): readonly string[] => ['/bin/sh', '-c', script]

describe('an engine that does not see this machine’s folders', () => {
  it('is told so, not taken for one that does, and needs an image', async () => {
    const stateFolder = mkdtempSync(join(hidden, 'state-'))
    await expect(openBox(testDocker(engine, { stateFolder }), makeFolders())).rejects.toThrow('image')
  })

  it('works on what is carried there, and what it made is carried back', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.mirrorFolder, 'kept'), 'kept\n')
    writeFileSync(join(folders.mirrorFolder, 'changed'), 'before\n')
    writeFileSync(join(folders.mirrorFolder, 'gone'), 'gone\n')
    writeFileSync(join(folders.mirrorFolder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
    mkdirSync(join(folders.mirrorFolder, 'a', 'b'), { recursive: true })
    symlinkSync('../kept', join(folders.mirrorFolder, 'a', 'link'))
    writeFileSync(join(folders.controlFolder, 'policy'), 'policy\n', { mode: 0o600 })
    const opened = await openBox(backend(), folders)
    const ran = await runIn(
      opened,
      sh(
        `pwd; cat kept a/link ${folders.controlFolder}/policy; echo after > changed; rm gone; mkdir -p new/er; echo made > new/er/file; chmod 700 run.sh; ln kept twin; (echo x > ${folders.controlFolder}/policy) 2>/dev/null; (echo x > /usr/x) 2>/dev/null; echo home > $HOME/mark; true`,
      ),
    )
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toBe(`${folders.mirrorFolder}\nkept\nkept\npolicy\n`)
    const read = (...names: string[]): string => readFileSync(join(folders.mirrorFolder, ...names), 'utf8')
    expect(readdirSync(folders.mirrorFolder).sort()).toEqual([
      'a',
      'changed',
      'kept',
      'new',
      'run.sh',
      'twin',
    ])
    expect([read('kept'), read('changed'), read('new', 'er', 'file'), read('twin')]).toEqual([
      'kept\n',
      'after\n',
      'made\n',
      'kept\n',
    ])
    expect(lstatSync(join(folders.mirrorFolder, 'a', 'link')).isSymbolicLink()).toBe(true)
    expect(statSync(join(folders.mirrorFolder, 'run.sh')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folders.mirrorFolder, 'kept')).uid).toBe(process.getuid?.())
    expect(readFileSync(join(folders.controlFolder, 'policy'), 'utf8')).toBe('policy\n')
    expect(readFileSync(join(folders.homeFolder, 'mark'), 'utf8')).toBe('home\n')
    await opened.box.close()
  })

  it('takes nothing that leads out, no device, no right', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.outside, 'target'), 'as it was\n')
    const opened = await openBox(backend(), folders)
    await runIn(
      opened,
      sh(
        `ln -s ${folders.outside}/target out; ln -s ../outside/target up; ln -s .. parent; mkfifo pipe; echo fine > fine; chmod 4755 fine 2>/dev/null; mkdir d; chmod 1777 d; true`,
      ),
    )
    expect(readdirSync(folders.mirrorFolder).sort()).toEqual(['d', 'fine'])
    expect(statSync(join(folders.mirrorFolder, 'fine')).mode & 0o7000).toBe(0)
    expect(statSync(join(folders.mirrorFolder, 'd')).mode & 0o7000).toBe(0)
    expect(readFileSync(join(folders.outside, 'target'), 'utf8')).toBe('as it was\n')
    await opened.box.close()
  })

  it('brings back what a command had done until it was ended', async () => {
    const folders = makeFolders()
    const opened = await openBox(backend(), folders)
    const ran = await runIn(opened, sh('trap "" INT TERM; echo half > half; while :; do sleep 1; done'), {
      wallTimeMs: 1500,
    })
    expect(ran.stopped).toBe('wallTimeMs')
    expect(readFileSync(join(folders.mirrorFolder, 'half'), 'utf8')).toBe('half\n')
    expect((await runIn(opened, sh('cat half'))).stdout).toBe('half\n')
    await opened.box.close()
  })

  it('is probed and found to hold what a run asks for', async () => {
    const probesFolder = mkdtempSync(join(hidden, 'probes-'))
    chmodSync(probesFolder, 0o700)
    const deps = { environment: process.env, startProcess, runBounded, machine: process.arch, probesFolder }
    const { probe } = await probeBackend(backend(), deps, Date.now)
    const held = probe.aspects.filter(({ outcome }) => outcome === 'held').map(({ aspect }) => aspect)
    expect(probe).toMatchObject({ available: true, problem: null })
    const lacking = requiredAspects('none').filter((aspect) => !held.includes(aspect))
    expect(probe.aspects.filter(({ aspect }) => lacking.includes(aspect))).toEqual([])
    rmSync(probesFolder, { recursive: true })
  })
})
