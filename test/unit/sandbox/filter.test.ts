import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeFilter } from '../../../src/main/sandbox/seccomp/filter'
import { rules } from '../../../src/main/sandbox/seccomp/rules'
import {
  type CallName,
  callNumber,
  callNumbers,
  type Machine,
  machines,
} from '../../../src/main/sandbox/seccomp/system-calls'
import { runFilter } from './bpf-machine'

const allow = 0x7fff0000
const kill = 0x80000000
const eperm = 0x50001
const enosys = 0x50026
const noFamily = 0x50061
const both: readonly Machine[] = ['x64', 'arm64']
const names = Object.keys(callNumbers) as CallName[]

/** The filter's answer to a call by name; null: the machine has no such call. */
function ask(machine: Machine, name: CallName, ...args: readonly (number | bigint)[]): number | null {
  const call = callNumber(name, machine)
  if (call === null) return null
  return runFilter(encodeFilter(machine), { machine: machines[machine], call, args: args.map(BigInt) })
}

describe.each(both)('the filter for %s', (machine) => {
  it.each(rules.flatMap(({ calls, when, error }) => (when ? [] : calls.map((name) => ({ name, error })))))(
    'denies $name',
    ({ name, error }) => {
      const answer = ask(machine, name)
      expect([null, error === 'EPERM' ? eperm : enosys]).toContain(answer)
      if (machine === 'x64' && name !== 'create_module') expect(answer).not.toBeNull()
    },
  )

  it('kills a program that calls by the numbers of another machine', () => {
    for (const other of [0x40000003, 0x40000028, machine === 'x64' ? machines.arm64 : machines.x64])
      expect(runFilter(encodeFilter(machine), { machine: other, call: 1 })).toBe(kill)
  })

  it('lets threads and children be made, but no namespace', () => {
    const threadFlags = 0x3d0f00
    const childFlags = 0x1200011
    expect(ask(machine, 'clone', threadFlags)).toBe(allow)
    expect(ask(machine, 'clone', childFlags)).toBe(allow)
    // The signal at a child's end may have the bit that means a time namespace elsewhere.
    expect(ask(machine, 'clone', 0x80)).toBe(allow)
    expect(ask(machine, 'unshare', 0x400)).toBe(allow)
    for (const bit of [17, 25, 26, 27, 28, 29, 30]) {
      expect(ask(machine, 'clone', childFlags | (1 << bit))).toBe(eperm)
      expect(ask(machine, 'unshare', 1 << bit)).toBe(eperm)
    }
    expect(ask(machine, 'unshare', 0x80)).toBe(eperm)
    expect(ask(machine, 'clone3')).toBe(enosys)
  })

  it('lets the socket families be used that programs need, and of netlink only the routes', () => {
    for (const call of ['socket', 'socketpair'] as const) {
      for (const family of [1, 2, 10]) expect(ask(machine, call, family, 1, 6)).toBe(allow)
      expect(ask(machine, call, 16, 3, 0)).toBe(allow)
      for (const protocol of [4, 9, 12, 15]) expect(ask(machine, call, 16, 3, protocol)).toBe(noFamily)
      for (const family of [0, 3, 15, 17, 31, 38, 40, 44]) expect(ask(machine, call, family)).toBe(noFamily)
    }
  })

  it('tests what the kernel takes of an argument: its low half', () => {
    const above = 0xdeadbeef00000000n
    expect(ask(machine, 'ioctl', 0, above | 0x5412n)).toBe(eperm)
    expect(ask(machine, 'ioctl', 0, above | 0x541cn)).toBe(eperm)
    expect(ask(machine, 'ioctl', 0, 0x5413)).toBe(allow)
    expect(ask(machine, 'socket', above | 40n)).toBe(noFamily)
    expect(ask(machine, 'socket', above | 1n)).toBe(allow)
  })

  it('lets no file come to be that gives away its owner’s rights', () => {
    for (const bit of [0o4000, 0o2000]) {
      for (const call of ['chmod', 'fchmod', 'creat', 'mknod'] as const)
        expect([null, eperm]).toContain(ask(machine, call, 0, bit | 0o755))
      for (const call of ['fchmodat', 'mknodat'] as const)
        expect(ask(machine, call, 0, 0, bit | 0o755)).toBe(eperm)
      expect(ask(machine, 'openat', 0, 0, 0o101, bit | 0o755)).toBe(eperm)
      // O_TMPFILE: a file without a name, which can be given one later.
      for (const tmpfile of [0o20200002, 0o20040002])
        expect(ask(machine, 'openat', 0, 0, tmpfile, bit | 0o755)).toBe(eperm)
      // Without O_CREAT the mode is whatever the register held.
      expect(ask(machine, 'openat', 0, 0, 0o1, bit | 0o755)).toBe(allow)
    }
    expect(ask(machine, 'fchmod', 0, 0o1755)).toBe(allow)
    expect(ask(machine, 'openat', 0, 0, 0o101, 0o644)).toBe(allow)
  })

  it('answers every call with one of its answers, and leaves alone what no rule names', () => {
    const named = new Set(names.map((name) => callNumber(name, machine)))
    const program = encodeFilter(machine)
    const call = fc.oneof(fc.integer({ min: 0, max: 480 }), fc.nat())
    const args = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(call, args, (number, values) => {
        const answer = runFilter(program, { machine: machines[machine], call: number, args: values })
        const isX32 = machine === 'x64' && number >= 0x40000000
        if (isX32) return answer === enosys
        return named.has(number) ? [allow, eperm, enosys, noFamily].includes(answer) : answer === allow
      }),
      { numRuns: 500 },
    )
  })
})

describe('the filter', () => {
  it('answers x32 calls as unknown, whatever they are', () => {
    const call = 0x40000000 + 56
    expect(runFilter(encodeFilter('x64'), { machine: machines.x64, call })).toBe(enosys)
  })

  it('fits what the kernel takes, and names each number once per machine', () => {
    for (const machine of both) {
      expect(encodeFilter(machine).length / 8).toBeLessThan(4096)
      const numbers = names.map((name) => callNumber(name, machine)).filter((number) => number !== null)
      expect(new Set(numbers).size).toBe(numbers.length)
    }
  })
})
