import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src/main/process'
import { createRehearsalRuntime, listNodeCandidates } from '../../../src/main/runtimes'
import { findNode } from '../../../src/main/runtimes/find-node'

let home: string
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'glovebox-node-')))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function program(path: string, script: string): Promise<string> {
  const full = join(home, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, `#!/bin/sh\n${script}\n`)
  await chmod(full, 0o755)
  return full
}
const answering = (version: string, path: string, electron = 'null'): string =>
  `echo '["${version}","${path}",${electron}]'`

const find = (candidates: readonly string[]) =>
  findNode({ candidates, runCommand, environment: { PATH: '/usr/bin:/bin' } })

describe('findNode', () => {
  it('finds the Node that runs this, by its real path', async () => {
    await symlink(process.execPath, join(home, 'node'))
    const found = await find([join(home, 'node')])
    expect(found).toMatchObject({
      ok: true,
      value: { version: process.versions.node, identity: { path: await realpath(process.execPath) } },
    })
  })

  it('passes over what is missing, broken, slow, too old, Electron, or no Node', async () => {
    const candidates = [
      join(home, 'missing'),
      await program('broken', 'exit 3'),
      await program('chatty', 'echo hello'),
      await program('slow', 'sleep 30'),
      await program('flood', 'cat /dev/zero'),
      await program('old', answering('16.20.0', '/bin/sh')),
      await program('older', answering('18.14.0', '/bin/sh')),
      await program('electron', answering('20.0.0', '/bin/sh', '"33.0.0"')),
      await program('liar', answering('20.0.0', 'relative/node')),
    ]
    const none = await find(candidates)
    expect(none).toMatchObject({ ok: false, error: { details: { tooOld: ['16.20.0', '18.14.0'] } } })
    const found = await find([...candidates, process.execPath])
    expect(found).toMatchObject({ ok: true, value: { version: process.versions.node } })
  })

  it('follows a stand-in to the real program', async () => {
    const real = await program('versions/20/node', answering('20.1.0', 'x'))
    const shim = await program('shims/node', answering('20.1.0', real))
    expect(await find([shim])).toMatchObject({ ok: true, value: { identity: { path: real } } })
  })

  it('says what to do when there is none', async () => {
    expect(await find([])).toMatchObject({
      ok: false,
      error: { code: 'runtime.unavailable', message: expect.stringMatching(/Install Node/) },
    })
  })
})

describe('listNodeCandidates', () => {
  it('takes PATH first, then version managers, the newest version first', async () => {
    const onPath = await program('bin/node', '')
    const nvm = (version: string): Promise<string> => program(`.nvm/versions/node/${version}/bin/node`, '')
    const [nine, twenty] = [await nvm('v9.0.0'), await nvm('v20.1.0')]
    const environment = { PATH: `.:${join(home, 'bin')}` }
    const found = await listNodeCandidates({ environment, home, platform: 'linux' })
    expect(found[0]).toBe(onPath)
    expect(found.filter((path) => path.startsWith(home))).toEqual([onPath, twenty, nine])
    expect(found).toContain('/usr/local/bin/node')
  })
})

describe('the rehearsal’s probe', () => {
  it('is kept until the program changes', async () => {
    let asked = 0
    const node = await program('node', answering('20.1.0', join(home, 'node')))
    const resources = join(import.meta.dirname, '../../../resources/rehearsal')
    const runtime = createRehearsalRuntime({
      program: {
        nodeCandidates: async () => [node],
        agentPath: join(resources, 'agent.mjs'),
        scenariosFolder: join(resources, 'scenarios'),
        embedded: null,
      },
      runCommand: (invocation, limits) => {
        asked += 1
        return runCommand(invocation, limits)
      },
      environment: { PATH: '/usr/bin:/bin' },
      now: () => 0,
    })
    expect((await runtime.probe()).info).toMatchObject({
      version: '20.1.0',
      executable: node,
      unavailable: null,
    })
    await runtime.probe()
    expect(asked).toBe(1)
    await writeFile(node, `#!/bin/sh\n${answering('20.2.0', node)}\n`)
    expect((await runtime.probe()).info.version).toBe('20.2.0')
    await rm(node)
    expect((await runtime.probe()).info.unavailable).not.toBeNull()
  })
})
