import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownCalls } from '../../../../src/main/sandbox/docker/known-calls'
import { seccompProfile } from '../../../../src/main/sandbox/docker/seccomp-profile'
import { type ArgumentTest, rules } from '../../../../src/main/sandbox/seccomp/rules'

const profile = seccompProfile()

/** As the kernel would decide by a profile of Docker's: the rules of a call are alternatives, their conditions are not. */
function allows(name: string, args: readonly bigint[]): boolean {
  return profile.syscalls.some(
    (rule) =>
      rule.names.includes(name) &&
      rule.action === 'SCMP_ACT_ALLOW' &&
      (rule.args ?? []).every(
        ({ index, value, valueTwo }) => ((args[index] ?? 0n) & BigInt(value)) === BigInt(valueTwo),
      ),
  )
}

/** As our own filter decides, which looks at the low half of an argument. */
function denied(name: string, args: readonly bigint[]): boolean {
  const low = (index: number): number => Number((args[index] ?? 0n) & 0xffff_ffffn)
  const holds = (test: ArgumentTest): boolean => {
    const value = low(test.argument)
    if ('anyBit' in test) return (value & test.anyBit) !== 0
    if ('equals' in test) return value === test.equals
    return !test.noneOf.includes(value)
  }
  return rules.some(({ calls, when }) => calls.some((call) => call === name) && (when ?? []).every(holds))
}

const ruled = [...new Set(rules.flatMap(({ calls }) => [...calls]))]
/** Values around those that the rules name, with and without something in the high half. */
const interesting = rules.flatMap(({ when = [] }) =>
  when.flatMap((test) =>
    'noneOf' in test ? [...test.noneOf] : 'equals' in test ? [test.equals] : [test.anyBit],
  ),
)
const argument = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...interesting),
      fc.constantFrom(...interesting).map((value) => (value ^ 1) >>> 0),
      fc.nat({ max: 50 }),
      fc.integer({ min: 0, max: 0xffff_ffff }),
    ),
    fc.constantFrom(0n, 1n, 0xffff_ffffn),
  )
  .map(([lowHalf, high]) => (high << 32n) | BigInt(lowHalf >>> 0))

describe('the profile for Docker', () => {
  it('decides as our own filter does, whatever the arguments', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ruled),
        fc.array(argument, { minLength: 4, maxLength: 4 }),
        (name, args) => {
          expect(allows(name, args)).toBe(!denied(name, args))
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('allows the calls that no rule names, and none twice', () => {
    expect(new Set(knownCalls).size).toBe(knownCalls.length)
    for (const name of ['read', 'openat', 'execve', 'clone', 'socket', 'futex', 'rseq', 'epoll_wait'])
      expect(allows(name, [0n, 0n, 0n, 0n]) || name === 'socket').toBe(true)
    expect(allows('socket', [1n, 1n, 0n])).toBe(true)
    expect(allows('a_call_of_the_future', [])).toBe(false)
  })

  it('answers that a call is not there where programs then take an older way', () => {
    const clone3 = profile.syscalls.filter(({ names }) => names.includes('clone3'))
    expect(clone3).toEqual([{ names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: 38 }])
    // The library refuses a rule that says what is said anyway.
    for (const rule of profile.syscalls)
      if (rule.action === 'SCMP_ACT_ERRNO') expect(rule.errnoRet).not.toBe(1)
  })
})
