import { describe, expect, it } from 'vitest'
import { descendantsOf, parseStat } from '../../../src/main/process/process-table'

const stat = (name: string, state = 'S', parent = 10): string =>
  `4242 (${name}) ${state} ${parent} 77 77 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 987654 1 1`

describe('parseStat', () => {
  it('reads parent, group and identity', () => {
    expect(parseStat(stat('node'))).toEqual({
      pid: 4242,
      parent: 10,
      group: 77,
      session: 77,
      terminal: false,
      identity: '4242@987654',
      began: 987654,
    })
  })

  it('is not led astray by spaces and parentheses in the name', () => {
    expect(parseStat(stat('a) S 1 1 (b'))?.group).toBe(77)
  })

  it('leaves out zombies, kernel threads and what it cannot read', () => {
    expect(parseStat(stat('gone', 'Z'))).toBeNull()
    expect(parseStat(stat('kworker', 'I', 2))).toBeNull()
    expect(parseStat('')).toBeNull()
  })
})

describe('descendantsOf', () => {
  it('follows parents over any number of steps and does not loop', () => {
    const entry = (pid: number, parent: number) => ({
      pid,
      parent,
      group: pid,
      session: pid,
      terminal: false,
      identity: `${pid}@1`,
      began: 1,
    })
    const table = [entry(1, 0), entry(2, 1), entry(3, 2), entry(4, 3), entry(5, 1), entry(6, 6)]
    expect(descendantsOf(2, table).map(({ pid }) => pid)).toEqual([3, 4])
  })
})
