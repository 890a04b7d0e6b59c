import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFolders } from '../../support/box'
import { openBox, runIn, testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(async () => {
  await engine.remove()
})

const sh = (script: string): readonly string[] => ['sh', '-c', script]

describe('a box of docker', () => {
  it('runs a program in the mirror, which belongs to the caller afterwards', async () => {
    const folders = makeFolders()
    writeFileSync(join(folders.mirrorFolder, 'in'), 'from outside\n')
    const opened = await openBox(testDocker(engine), folders)
    const ran = await runIn(opened, sh('pwd; cat in; echo written > out; id -u'))
    expect(ran).toMatchObject({ code: 0, stderr: '', survivors: 0 })
    expect(ran.stdout).toBe(`${folders.mirrorFolder}\nfrom outside\n58471\n`)
    await opened.box.close()
    expect(readFileSync(join(folders.mirrorFolder, 'out'), 'utf8')).toBe('written\n')
    expect(statSync(join(folders.mirrorFolder, 'out')).uid).toBe(process.getuid?.())
  })
})
