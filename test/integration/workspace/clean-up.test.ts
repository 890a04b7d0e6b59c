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
import { createMadeFolders } from '../../../src/main/workspace/cleanup/made-folders'
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

describe('a run folder that an agent has been at', () => {
  const inRuns = (...path: readonly string[]): string => join(test.runsFolder, ...path)

  it('goes though its marker is gone, with the sign-in in it', async () => {
    for (const [name, remove] of [
      ['removed', () => test.workspace.removeRunFolder('removed').then(({ ok }) => ok)],
      ['swept', () => test.workspace.sweepRunFolders([]).then((count) => count === 1)],
    ] as const) {
      const { homeFolder, runFolder } = await run(name)
      writeFileSync(join(homeFolder, 'login'), 'secret')
      rmSync(join(runFolder, '.glovebox-run'))
      expect(await remove(), name).toBe(true)
      expect(existsSync(runFolder), name).toBe(false)
      expect(readdirSync(`${test.runsFolder}-made`)).toEqual([])
    }
  })

  it('goes under the name that it has now, and what took its place stays', async () => {
    await run('run-1')
    await run('run-2')
    renameSync(inRuns('run-1'), inRuns('moved'))
    renameSync(inRuns('run-2'), inRuns('other'))
    mkdirSync(inRuns('run-2'))
    expect((await test.workspace.removeRunFolder('run-1')).ok).toBe(true)
    expect(await test.workspace.sweepRunFolders([])).toBe(1)
    expect(readdirSync(test.runsFolder)).toEqual(['run-2'])
  })

  it('that was moved elsewhere is said not to be removed', async () => {
    const { runFolder } = await run('run-1')
    const elsewhere = join(test.folder, 'elsewhere')
    renameSync(runFolder, elsewhere)
    expect(codeOf(await test.workspace.removeRunFolder('run-1'))).toBe('workspace.mirror_failed')
    expect(existsSync(elsewhere)).toBe(true)
  })
})

describe('a folder of a run that a crash cut off while it was made', () => {
  it('goes if it is empty', async () => {
    const made = createMadeFolders(test.runsFolder)
    for (const name of ['never-made', 'just-made', 'of-another']) await made.note({ name, identity: null })
    mkdirSync(join(test.runsFolder, 'just-made'), { recursive: true })
    mkdirSync(join(test.runsFolder, 'of-another', 'precious'), { recursive: true })
    expect(await test.workspace.sweepRunFolders([])).toBe(2)
    expect(readdirSync(test.runsFolder)).toEqual(['of-another'])
  })
})

describe('sweeping at the start', () => {
  it('removes what crashed runs left, keeps what is asked for and what is not ours', async () => {
    await run('run-1')
    await run('run-2')
    const kept = await run('run-3')
    mkdirSync(join(test.runsFolder, 'scratch-left'))
    expect(await test.workspace.sweepRunFolders(['run-3'])).toBe(2)
    expect(readdirSync(test.runsFolder).toSorted()).toEqual(['run-3', 'scratch-left'])
    expect(existsSync(join(kept.mirrorFolder, 'c.txt'))).toBe(true)
  })

  it('finds nothing where nothing ever ran', async () => {
    expect(await test.workspace.sweepRunFolders([])).toBe(0)
    expect((await test.workspace.removeRunFolder('run-1')).ok).toBe(true)
  })
})
