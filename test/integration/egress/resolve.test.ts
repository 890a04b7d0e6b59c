import { describe, expect, it } from 'vitest'
import { createSystemResolve } from '../../../src/main/egress/connect/find-addresses'

describe('the system’s own look-up', () => {
  it('finds a name, and takes one after the other where many are asked for', async () => {
    const resolve = createSystemResolve(1)
    const all = await Promise.all(Array.from({ length: 10 }, () => resolve('localhost')))
    for (const addresses of all) expect(addresses.join(' ')).toMatch(/127\.0\.0\.1|::1/)
  })

  it('goes on after a name that is not there', async () => {
    const resolve = createSystemResolve(1)
    const [unknown, known] = await Promise.allSettled([resolve('nowhere.invalid'), resolve('localhost')])
    expect([unknown.status, known.status]).toEqual(['rejected', 'fulfilled'])
  })
})
