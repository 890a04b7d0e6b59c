import { expect, it } from 'vitest'
import type { KeptContainer } from '../../../../src/main/sandbox/docker/kept-container'
import { createPool } from '../../../../src/main/sandbox/docker/pool'
import { type BoxUsage, nothingCounted } from '../../../../src/main/sandbox/limits/cgroup'
import { unwrap } from '../../../support/workspace'

const container = (counts: BoxUsage[]): KeptContainer => ({
  id: 'c',
  mounts: [],
  usage: async () => counts.shift() ?? nothingCounted,
  left: async () => 0,
  isGone: () => false,
  bringIn: async () => ({ ok: true, value: null }),
  bringOut: async () => ({ ok: true, value: null }),
  problem: () => null,
  lost: new Promise(() => undefined),
  isEnding: () => false,
  end: async () => true,
})

it('keeps what a container was last seen to have used, while it is killed and has no counters any more', async () => {
  const seen: BoxUsage = { memoryKills: 1, processRefusals: 7, cpuMs: 300 }
  const kept = container([seen])
  const pool = createPool(
    async () => ({ ok: true, value: kept }),
    () => null,
  )
  unwrap(await pool.take())
  expect(await pool.usage()).toEqual(seen)
  expect(await pool.usage()).toEqual(seen)
  await pool.close()
  expect(await pool.usage()).toEqual(seen)
})

it('takes the engine’s word for memory where the kernel’s counter can’t be read', async () => {
  const pool = createPool(
    async () => ({ ok: true, value: container([]) }),
    () => 2,
  )
  unwrap(await pool.take())
  expect(await pool.usage()).toEqual({ memoryKills: 2, processRefusals: null, cpuMs: null })
})
