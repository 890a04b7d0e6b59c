import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matrixOf } from '../../../../src/renderer/features/settings/sandbox/matrix'
import {
  isUsualOrder,
  listedBackends,
  moveBackend,
  takeBackend,
} from '../../../../src/renderer/sandbox/backend-order'
import { backendState } from '../../../../src/renderer/sandbox/backend-words'
import { orderWords } from '../../../../src/renderer/sandbox/order-words'
import { failure, sandboxBackends, sandboxOrder } from '../../../../src/shared'
import { probe } from '../level/support'

describe('the order of backends', () => {
  it('lists those that may be used first, and every one once', () => {
    expect(listedBackends(['firejail', 'docker'])).toEqual([
      { backend: 'firejail', isUsed: true },
      { backend: 'docker', isUsed: true },
      { backend: 'bubblewrap', isUsed: false },
      { backend: 'seatbelt', isUsed: false },
      { backend: 'subprocess', isUsed: false },
    ])
  })

  it('moves one by a place, and not over an end', () => {
    expect(moveBackend(['docker', 'bubblewrap', 'firejail'], 'firejail', -1)).toEqual([
      'docker',
      'firejail',
      'bubblewrap',
    ])
    expect(moveBackend(['docker', 'bubblewrap'], 'docker', -1)).toEqual(['docker', 'bubblewrap'])
    expect(moveBackend(['docker', 'bubblewrap'], 'bubblewrap', 1)).toEqual(['docker', 'bubblewrap'])
    expect(moveBackend(['docker'], 'firejail', -1)).toEqual(['docker'])
  })

  it('takes one out, and in again where it was by its kind', () => {
    const without = takeBackend(sandboxOrder, 'bubblewrap', false)
    expect(without).not.toContain('bubblewrap')
    expect(takeBackend(without, 'bubblewrap', true)).toEqual(sandboxOrder)
    expect(takeBackend([], 'subprocess', true)).toEqual(['subprocess'])
  })

  it('never loses or doubles one, whatever is pressed', () => {
    const press = fc.record({
      backend: fc.constantFrom(...sandboxBackends),
      act: fc.constantFrom('up', 'down', 'on', 'off'),
    })
    fc.assert(
      fc.property(fc.array(press), (presses) => {
        let order = sandboxOrder
        for (const { backend, act } of presses)
          order =
            act === 'up' || act === 'down'
              ? moveBackend(order, backend, act === 'up' ? -1 : 1)
              : takeBackend(order, backend, act === 'on')
        expect(new Set(order).size).toBe(order.length)
        expect(new Set(listedBackends(order).map(({ backend }) => backend)).size).toBe(sandboxBackends.length)
      }),
    )
  })

  it('is unusual where one that holds less comes first', () => {
    expect(isUsualOrder(sandboxOrder)).toBe(true)
    expect(isUsualOrder(['subprocess', 'docker'])).toBe(false)
  })
})

describe('what is said of an order', () => {
  const probes = [probe('bubblewrap'), probe('firejail'), probe('subprocess')]

  it('is nothing where it is as one expects', () => {
    expect(orderWords(sandboxOrder, probes)).toBeNull()
  })

  it('does not say that a plain process, which is asked for last wherever it stands, is tried first', () => {
    expect(orderWords(['subprocess', 'bubblewrap', 'firejail'], probes)).toContain('never taken')
    expect(orderWords(['subprocess', 'firejail', 'bubblewrap'], probes)).toContain('holds less is tried')
  })

  it('says when no run can start, or none without a question', () => {
    expect(orderWords([], probes)).toContain('None may be used')
    expect(orderWords(['docker'], probes)).toContain('can be used here: no run can start')
    expect(orderWords(['docker', 'subprocess'], probes)).toContain('asks you before it starts')
  })
})

describe('the state of a backend', () => {
  const gone = (code: 'sandbox.not_installed' | 'sandbox.lying' | 'sandbox.unsupported') => ({
    ...probe('firejail'),
    available: false,
    aspects: [],
    problem: failure(code, 'Why.').error,
  })

  it('says how much is held, or why it can’t be used', () => {
    expect(backendState(probe('docker', { docker_socket: 'unknown' })).text).toBe('holds 18 of 19 aspects')
    expect(backendState(gone('sandbox.not_installed'))).toEqual({ tone: 'warn', text: 'not installed' })
    expect(backendState(gone('sandbox.lying')).tone).toBe('bad')
    expect(backendState(undefined).text).toBe('not probed')
  })

  it('warns of what is known against it, and tells one that does not run from one that is not there', () => {
    const known = { ...probe('firejail'), warnings: ['This version has a known fault.'] }
    expect(backendState(known)).toEqual({ tone: 'warn', text: 'holds 19 of 19 aspects' })
    const still = failure('sandbox.not_installed', 'Why.', { reason: 'no_daemon' }).error
    expect(backendState({ ...gone('sandbox.not_installed'), problem: still }).text).toBe('not running')
  })

  it('is no fault where it belongs to another system', () => {
    expect(backendState({ ...gone('sandbox.unsupported'), backend: 'seatbelt' })).toEqual({
      tone: 'neutral',
      text: 'not for this system',
    })
  })

  it('never calls a plain process good', () => {
    expect(backendState(probe('subprocess')).tone).toBe('warn')
  })
})

describe('the matrix', () => {
  it('sets those that can be used side by side, in the order in which runs try them', () => {
    const unusable = { ...probe('docker'), available: false, aspects: [] }
    const { columns, rows } = matrixOf(
      [unusable, probe('bubblewrap', { memory: 'not_held' }), probe('firejail'), probe('subprocess')],
      ['firejail', 'bubblewrap'],
    )
    expect(columns.map(({ backend }) => backend)).toEqual(['firejail', 'bubblewrap', 'subprocess'])
    expect(rows).toHaveLength(19)
    expect(rows.filter(({ startsGroup }) => startsGroup)).toHaveLength(6)
    expect(rows.find(({ aspect }) => aspect === 'memory')?.results.map((each) => each?.outcome)).toEqual([
      'held',
      'not_held',
      'held',
    ])
  })

  it('is empty where nothing can be used', () => {
    expect(matrixOf([], sandboxOrder)).toEqual({ columns: [], rows: [] })
  })
})
