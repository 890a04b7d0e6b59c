import { answer, dataOffset, encodeProgram, type Instruction, jump, load } from './bpf'
import { type ArgumentTest, errorNumbers, type Rule, rules } from './rules'
import { callNumber, type Machine, machines } from './system-calls'

/** Answers of a filter (linux/seccomp.h). */
export const filterAnswers = { allow: 0x7fff0000, error: 0x00050000, kill: 0x80000000 } as const

/** x32 calls on x86_64 carry this bit: a second numbering of the same calls, which no rule names. */
const x32Bit = 0x40000000

/**
 * The filter of a machine as a program: kills what calls by another machine's numbers (32-bit programs), then goes
 * through the rules, then allows.
 */
export function buildFilter(machine: Machine, from: readonly Rule[] = rules): readonly Instruction[] {
  return [
    load(dataOffset.machine),
    jump('jumpIfEqual', machines[machine], 1, 0),
    answer(filterAnswers.kill),
    load(dataOffset.call),
    ...(machine === 'x64' ? [jump('jumpIfAtLeast', x32Bit, 0, 1), deny('ENOSYS')] : []),
    ...from.flatMap((rule) => ruleCode(rule, machine)),
    answer(filterAnswers.allow),
  ]
}

/** The filter in the form that `bwrap --seccomp FD` reads. */
export function encodeFilter(machine: Machine): Buffer {
  return encodeProgram(buildFilter(machine))
}

const deny = (error: Rule['error']): Instruction => answer(filterAnswers.error | errorNumbers[error])

function ruleCode({ calls, error, when = [] }: Rule, machine: Machine): readonly Instruction[] {
  return calls.flatMap((name) => {
    const number = callNumber(name, machine)
    if (number === null) return []
    if (when.length === 0) return [jump('jumpIfEqual', number, 0, 1), deny(error)]
    // The tests overwrite the accumulator, so the number is loaded again at the end.
    const block = [...testCode(when, error), load(dataOffset.call)]
    return [jump('jumpIfEqual', number, 0, block.length), ...block]
  })
}

/** Every test of the list, then the denial; a test that fails skips what is left. */
function testCode([test, ...rest]: readonly ArgumentTest[], error: Rule['error']): readonly Instruction[] {
  if (test === undefined) return [deny(error)]
  const then = testCode(rest, error)
  const argument = load(dataOffset.argument(test.argument))
  if ('anyBit' in test) return [argument, jump('jumpIfAnyBit', test.anyBit, 0, then.length), ...then]
  if ('equals' in test) return [argument, jump('jumpIfEqual', test.equals, 0, then.length), ...then]
  const { noneOf } = test
  const looks = noneOf.map((value, index) =>
    jump('jumpIfEqual', value, noneOf.length - 1 - index + then.length, 0),
  )
  return [argument, ...looks, ...then]
}
