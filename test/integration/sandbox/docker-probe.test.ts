import { mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBounded, startProcess } from '../../../src/main/process'
import { type Backend, probeBackend, requiredAspects } from '../../../src/main/sandbox'
import type { BackendProbe } from '../../../src/shared'
import { testDocker } from '../../support/docker/box'
import { startEngine, type TestEngine } from '../../support/docker/engine'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(async () => {
  await engine.remove()
})

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'docker-probes-')))

async function probe(backend: Backend, probesFolder = folder()): Promise<BackendProbe> {
  const deps = { environment: process.env, startProcess, runBounded, machine: process.arch, probesFolder }
  return (await probeBackend(backend, deps, Date.now)).probe
}

const byOutcome = ({ aspects }: BackendProbe, outcome: string): readonly string[] =>
  aspects.filter((each) => each.outcome === outcome).map(({ aspect }) => aspect)

describe('the probe of docker', () => {
  it('finds it to hold what a run asks for, and leaves nothing', async () => {
    const probesFolder = folder()
    const found = await probe(testDocker(engine), probesFolder)
    console.log(JSON.stringify(found, null, 1))
    expect(found).toMatchObject({ available: true, problem: null, path: engine.socket })
    expect(byOutcome(found, 'not_held')).toEqual([])
    expect(byOutcome(found, 'held')).toEqual(expect.arrayContaining([...requiredAspects('none')]))
    expect(readdirSync(probesFolder)).toEqual([])
    expect(await engine.ask('GET', '/containers/json?all=1')).toEqual([])
  })
})
