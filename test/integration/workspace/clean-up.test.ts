import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeDeepTree, makeRepository, temporaryFolder, writeFiles } from '../../support/repository'
import { codeOf, makeWorkspace, mirrorOf, type TestWorkspace } from '../../support/workspace'

let test: TestWorkspace
beforeEach(async () => {
  test = await makeWorkspace()
})

const run = (runId: string) => mirrorOf(test, makeRepository({ 'a/b.txt': 'b', 'c.txt': 'c' }), runId)

describe('removing a run’s folder (I10)', () => {
  it('takes everything an agent may have left there', async () => {
    const { mirrorFolder, runFolder } = await run('run-1')
    writeFiles(mirrorFolder, { 'locked/deep/file': 'x', '-rf': 'x', 'new\nline': 'x' })
    writeFileSync(Buffer.concat([Buffer.from(`${mirrorFolder}/bad-`), Buffer.from([0xff])]), 'x')
    chmodSync(join(mirrorFolder, 'locked', 'deep'), 0o500)
    chmodSync(join(mirrorFolder, 'locked'), 0o000)
    execFileSync('mkfifo', [join(mirrorFolder, 'pipe')])
    makeDeepTree(mirrorFolder, 3000)
    expect((await test.workspace.removeRunFolder('run-1')).ok).toBe(true)
    expect(existsSync(runFolder)).toBe(false)
    expect((await test.workspace.removeRunFolder('run-1')).ok).toBe(true)
  })

  it('follows no link out of it', async () => {
    const outside = temporaryFolder()
    writeFiles(outside, { 'precious/file.txt': 'p' })
    const { mirrorFolder } = await run('run-1')
    symlinkSync(outside, join(mirrorFolder, 'link'))
    rmSync(join(mirrorFolder, 'a'), { recursive: true })
    symlinkSync(join(outside, 'precious'), join(mirrorFolder, 'a'))
    expect((await test.workspace.removeRunFolder('run-1')).ok).toBe(true)
    expect(existsSync(join(outside, 'precious', 'file.txt'))).toBe(true)
  })

  it('is refused for what Glovebox did not make or mark', async () => {
    const { runFolder } = await run('run-1')
    const made = join(test.runsFolder, 'by-hand')
    mkdirSync(made)
    const copied = join(test.runsFolder, 'copied')
    cpSync(runFolder, copied, { recursive: true })
    const outside = temporaryFolder()
    cpSync(runFolder, join(outside, 'elsewhere'), { recursive: true })
    symlinkSync(join(outside, 'elsewhere'), join(test.runsFolder, 'elsewhere'))
    const foreign = join(test.runsFolder, 'foreign')
    const { runFolder: other } = await run('foreign')
    chownSync(other, 4321, 4321)
    const piped = join(test.runsFolder, 'piped')
    mkdirSync(piped)
    execFileSync('mkfifo', [join(piped, '.glovebox-run')])
    for (const name of ['by-hand', 'copied', 'elsewhere', 'foreign', 'piped', '..', '.', '../runs/run-1', ''])
      expect(codeOf(await test.workspace.removeRunFolder(name)), name).toBe('workspace.mirror_failed')
    expect(await test.workspace.sweepRunFolders(['run-1'])).toBe(0)
    for (const folder of [runFolder, made, copied, foreign, piped, join(outside, 'elsewhere')])
      expect(existsSync(folder), folder).toBe(true)
  })
})

describe('sweeping at the start', () => {
  it('removes what crashed runs left, keeps what is asked for and what is not ours', async () => {
    await run('run-1')
    await run('run-2')
    const kept = await run('run-3')
    mkdirSync(join(test.runsFolder, 'scratch-left'))
    renameSync(join(test.runsFolder, 'run-2', '.glovebox-run'), join(test.runsFolder, 'run-2', 'unmarked'))
    expect(await test.workspace.sweepRunFolders(['run-3'])).toBe(1)
    expect(readdirSync(test.runsFolder).toSorted()).toEqual(['run-2', 'run-3', 'scratch-left'])
    expect(existsSync(join(kept.mirrorFolder, 'c.txt'))).toBe(true)
  })

  it('finds nothing where nothing ever ran', async () => {
    expect(await test.workspace.sweepRunFolders([])).toBe(0)
    expect((await test.workspace.removeRunFolder('run-1')).ok).toBe(true)
  })
})
