import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { identifyExecutable } from '../../../src/main/process'
import { createRuntimeRegistry, type Probe, type Runtime } from '../../../src/main/runtimes'
import { failure, runtimeNameSchema } from '../../../src/shared'
import { aRuntimeInfo } from '../../support/builders'
import { quickRuntime } from '../../support/quick-runtime'
import { unwrap } from '../../support/workspace'

function probing(name: string, probe: () => Promise<Probe>): Runtime {
  return { ...quickRuntime(), name: runtimeNameSchema.parse(name), probe }
}
const found = (name: string): Probe => ({
  executable: null,
  info: aRuntimeInfo({ name: runtimeNameSchema.parse(name) }),
})

describe('the registry of runtimes', () => {
  it('keeps the order, and one that hangs or throws is that one’s own trouble', async () => {
    const registry = createRuntimeRegistry(
      [
        probing('hanging', () => new Promise(() => undefined)),
        probing('throwing', () => Promise.reject(new Error('broken'))),
        probing('fine', () => Promise.resolve(found('fine'))),
      ],
      { now: () => 1000, timeoutMs: 30 },
    )
    const candidates = await registry.candidates()
    expect(candidates.map(({ probe: { info } }) => [info.name, info.unavailable?.code ?? null])).toEqual([
      ['hanging', 'runtime.broken'],
      ['throwing', 'runtime.broken'],
      ['fine', null],
    ])
  })

  it('keeps what was found until the program’s file changes', async () => {
    const program = join(mkdtempSync(join(tmpdir(), 'glovebox-registry-')), 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    let probes = 0
    const runtime = probing('kept', async () => {
      probes += 1
      return { ...found('kept'), executable: unwrap(await identifyExecutable(program)) }
    })
    const registry = createRuntimeRegistry([runtime], { now: () => 1000 })
    await registry.candidates()
    await registry.candidates()
    expect(probes).toBe(1)
    writeFileSync(program, '#!/bin/sh\necho new\n')
    await Promise.all([registry.candidates(), registry.candidates()])
    expect(probes).toBe(2)
    await registry.probeAgain()
    expect(probes).toBe(3)
  })

  it('looks again for one that was missing, after a while', async () => {
    let now = 1000
    let probes = 0
    const runtime = probing('missing', () => {
      probes += 1
      const { error } = failure('runtime.not_found', 'not there')
      return Promise.resolve({
        executable: null,
        info: aRuntimeInfo({ unavailable: error, probedAt: now }),
      })
    })
    const registry = createRuntimeRegistry([runtime], { now: () => now })
    await registry.candidates()
    await registry.candidates()
    expect(probes).toBe(1)
    now += 6000
    await registry.candidates()
    expect(probes).toBe(2)
  })

  it('waits only for those that are named', async () => {
    const hanging = probing('hanging', () => new Promise(() => undefined))
    const fine = probing('fine', () => Promise.resolve(found('fine')))
    const registry = createRuntimeRegistry([hanging, fine], { now: () => 1000 })
    const named = await registry.candidates([runtimeNameSchema.parse('fine')])
    expect(named.map(({ runtime }) => runtime.name)).toEqual(['fine'])
  })

  it('asks none again whose last probe still hangs, and takes its answer when it comes', async () => {
    let now = 1000
    let probes = 0
    let answer: (probe: Probe) => void = () => undefined
    const runtime = probing('late', () => {
      probes += 1
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    const registry = createRuntimeRegistry([runtime], { now: () => now, timeoutMs: 20 })
    const codes = async () =>
      (await registry.candidates()).map(({ probe }) => probe.info.unavailable?.code ?? null)
    expect(await codes()).toEqual(['runtime.broken'])
    now += 6000
    expect(await codes()).toEqual(['runtime.broken'])
    expect(probes).toBe(1)
    answer(found('late'))
    await Promise.resolve()
    expect(await codes()).toEqual([null])
    expect(probes).toBe(1)
  })

  it('looks again after a probe that is under way, not beside it', async () => {
    const answers: ((probe: Probe) => void)[] = []
    const runtime = probing('slow', () => new Promise((resolve) => answers.push(resolve)))
    const registry = createRuntimeRegistry([runtime], { now: () => 1000 })
    const first = registry.candidates()
    const again = Promise.all([registry.probeAgain(), registry.probeAgain()])
    expect(answers.length).toBe(1)
    answers[0]?.(found('old'))
    expect((await first)[0]?.probe.info.name).toBe('old')
    answers[1]?.(found('new'))
    for (const candidates of await again) expect(candidates[0]?.probe.info.name).toBe('new')
    expect((await registry.candidates())[0]?.probe.info.name).toBe('new')
    expect(answers.length).toBe(2)
  })
})
