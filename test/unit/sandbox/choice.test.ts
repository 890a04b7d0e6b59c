import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseBackend, requiredAspects, type SandboxPolicy } from '../../../src/main/sandbox/choice'
import { levelOfRun } from '../../../src/main/sandbox/level'
import {
  type AspectOutcome,
  aspectOutcomeSchema,
  type BackendProbe,
  failure,
  type SandboxAspect,
  type SandboxBackend,
  sandboxAspects,
  sandboxBackends,
} from '../../../src/shared'

const probe = (
  backend: SandboxBackend,
  but: Partial<Record<SandboxAspect, AspectOutcome>> = {},
  available = true,
): BackendProbe => ({
  backend,
  title: backend,
  version: '1',
  path: `/usr/bin/${backend}`,
  available,
  problem: available ? null : failure('sandbox.not_installed', 'It is not there.').error,
  warnings: [],
  aspects: sandboxAspects.map((aspect) => ({ aspect, outcome: but[aspect] ?? 'held', evidence: '' })),
  probedAt: 1,
})

const order = sandboxBackends
const boxes = order.filter((name) => name !== 'subprocess')
const policy = { order, required: requiredAspects('none'), subprocessConsented: false }
const nothing = Object.fromEntries(sandboxAspects.map((aspect) => [aspect, 'not_held'])) as Record<
  SandboxAspect,
  AspectOutcome
>
const plain = probe('subprocess', nothing)

/** The backend chosen, or the failure's code. */
const choose = (probes: readonly BackendProbe[], more: Partial<SandboxPolicy> = {}) => {
  const chosen = chooseBackend(probes, { ...policy, ...more })
  return chosen.ok ? chosen.value.probe.backend : chosen.error.code
}

describe('the choice of a backend', () => {
  it.each([
    ['the first of the order that holds all', [probe('bubblewrap'), probe('docker')], {}, 'docker'],
    [
      'by the user’s order',
      [probe('bubblewrap'), probe('docker')],
      { order: ['bubblewrap', 'docker'] as const },
      'bubblewrap',
    ],
    ['the next where one is not there', [probe('docker', {}, false), probe('bubblewrap')], {}, 'bubblewrap'],
    [
      'the next where one does not hold what must be held',
      [probe('docker', { read_secret: 'not_held' }), probe('bubblewrap')],
      {},
      'bubblewrap',
    ],
    [
      'not one that holds it in part',
      [probe('bubblewrap', { devices: 'partly' })],
      { order: boxes },
      'sandbox.level_not_held',
    ],
    [
      'not one of which it is not known',
      [probe('bubblewrap', { devices: 'unknown' })],
      { order: boxes },
      'sandbox.level_not_held',
    ],
    [
      'one that holds it in part where that is enough',
      [probe('bubblewrap', { devices: 'partly' })],
      { partlyIsEnough: ['devices'] as SandboxAspect[] },
      'bubblewrap',
    ],
    ['one that lacks what is not asked for', [probe('bubblewrap', { memory: 'not_held' })], {}, 'bubblewrap'],
    [
      'one without the network where the run has it',
      [probe('bubblewrap', { network: 'not_held', loopback: 'not_held' })],
      { required: requiredAspects('host') },
      'bubblewrap',
    ],
    [
      'none that the order does not name',
      [probe('bubblewrap')],
      { order: ['docker'] as const },
      'sandbox.level_not_held',
    ],
    ['none of nothing', [], { order: boxes }, 'sandbox.level_not_held'],
    ['none silently where nothing was probed', [], {}, 'sandbox.not_consented'],
    ['no plain process without a yes', [plain], {}, 'sandbox.not_consented'],
    [
      'no plain process because the others fail',
      [probe('docker', {}, false), probe('bubblewrap', { read_secret: 'not_held' }), plain],
      {},
      'sandbox.not_consented',
    ],
    ['the plain process with a yes', [plain], { subprocessConsented: true }, 'subprocess'],
    [
      'the plain process last, even with a yes',
      [plain, probe('bubblewrap')],
      { subprocessConsented: true },
      'bubblewrap',
    ],
    [
      'no plain process where the order leaves it out',
      [plain],
      { order: ['docker'] as const, subprocessConsented: true },
      'sandbox.level_not_held',
    ],
  ])('takes %s', (_, probes, more, expected) => {
    expect(choose(probes, more)).toBe(expected)
  })

  it('never takes one that does not hold what must be held, nor a plain process without a yes', () => {
    const outcome = fc.constantFrom(...aspectOutcomeSchema.options)
    const outcomes = fc.record(Object.fromEntries(sandboxAspects.map((aspect) => [aspect, outcome])))
    const drawn = fc.record({
      backend: fc.constantFrom(...sandboxBackends),
      outcomes,
      available: fc.boolean(),
    })
    const asked = fc.record({
      order: fc.array(fc.constantFrom(...sandboxBackends)),
      required: fc.array(fc.constantFrom(...sandboxAspects)),
      subprocessConsented: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 5 }), asked, (all, want) => {
        const probes = all.map((each) => probe(each.backend, each.outcomes, each.available))
        const chosen = chooseBackend(probes, want)
        if (!chosen.ok) return true
        const found = chosen.value.probe
        if (!found.available || !want.order.includes(found.backend)) return false
        if (found.backend === 'subprocess') return want.subprocessConsented
        return want.required.every(
          (aspect) => found.aspects.find((each) => each.aspect === aspect)?.outcome === 'held',
        )
      }),
    )
  })

  it('says what each one that was passed over lacks', () => {
    const chosen = chooseBackend(
      [probe('docker', {}, false), probe('bubblewrap', { ipc: 'partly' }), plain],
      policy,
    )
    expect(chosen).toMatchObject({
      ok: false,
      error: {
        details: {
          passedOver: [
            { backend: 'docker', reason: 'unavailable' },
            { backend: 'bubblewrap', reason: 'aspects', missing: ['ipc'] },
            { backend: 'seatbelt', reason: 'not_probed' },
            { backend: 'firejail', reason: 'not_probed' },
            { backend: 'subprocess', reason: 'not_consented' },
          ],
        },
      },
    })
  })
})

describe('the level of a run', () => {
  it('is what was measured, in words', () => {
    const level = levelOfRun(
      probe('bubblewrap', { memory: 'partly', cpu_time: 'not_held', docker_socket: 'unknown' }),
      { network: 'none' },
    )
    expect(level.backend).toBe('bubblewrap')
    expect(level.held).toContain('memory is limited, in part')
    expect(level.held).toContain('the network can’t be reached')
    expect(level.notHeld).toEqual(['not known: container engine', 'processor time is not limited'])
  })

  it('loses what the run itself gives up', () => {
    const level = levelOfRun(probe('bubblewrap'), { network: 'host' })
    expect(level.notHeld).toEqual(['the network can be reached', 'services of this machine can be reached'])
    expect(level.held).toContain('sockets of other programs can’t be reached, in part')
  })
})
