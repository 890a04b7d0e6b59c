import { type ArgumentTest, errorNumbers, type Rule, rules } from '../seccomp/rules'
import { knownCalls } from './known-calls'

/** A condition on one argument: its bits under `mask` are those of `value`. */
type Masked = { readonly argument: number; readonly mask: number; readonly value: number }

/** Conditions that have to hold together. */
type Clause = readonly Masked[]

type ProfileRule = {
  readonly names: readonly string[]
  readonly action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO'
  readonly errnoRet?: number
  readonly args?: readonly {
    readonly index: number
    readonly value: number
    readonly valueTwo: number
    readonly op: 'SCMP_CMP_MASKED_EQ'
  }[]
}

export type SeccompProfile = {
  readonly defaultAction: 'SCMP_ACT_ERRNO'
  readonly architectures: readonly string[]
  readonly syscalls: readonly ProfileRule[]
}

/**
 * Our filter's rules as a profile of Docker's (moby, profiles/seccomp): a list of what is allowed, since a call that the
 * engine's library doesn't know yet can't be denied by name. Every argument that is tested is an int to the kernel, which
 * takes its low half alone; so all tests are of masked bits, and there is no telling more by what stands above them.
 */
export function seccompProfile(from: readonly Rule[] = rules): SeccompProfile {
  const ruled = new Set<string>(from.flatMap(({ calls }) => calls))
  const free = knownCalls.filter((name) => !ruled.has(name))
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    // The machine's own calls alone; what calls by another machine's numbers is killed.
    architectures: [],
    syscalls: [
      { names: free, action: 'SCMP_ACT_ALLOW' },
      ...[...ruled].flatMap((name) => callRules(name, from)),
    ],
  }
}

function callRules(name: string, from: readonly Rule[]): readonly ProfileRule[] {
  const own = from.filter(({ calls }) => calls.some((call) => call === name))
  const always = own.find(({ when }) => when === undefined)
  if (always !== undefined)
    // EPERM is what the whole profile answers, and a rule that says the same is refused.
    return always.error === 'EPERM'
      ? []
      : [{ names: [name], action: 'SCMP_ACT_ERRNO', errnoRet: errorNumbers[always.error] }]
  return allowedClauses(own.map(({ when = [] }) => when)).map((clause) => ({
    names: [name],
    action: 'SCMP_ACT_ALLOW',
    args: clause.map(({ argument, mask, value }) => ({
      index: argument,
      value: mask,
      valueTwo: value,
      op: 'SCMP_CMP_MASKED_EQ',
    })),
  }))
}

const lowHalf = 0xffff_ffff
const bits = Array.from({ length: 32 }, (_, index) => 2 ** index)

/** What is allowed where each of these is denied: for every denial, at least one of its tests fails. */
export function allowedClauses(denials: readonly (readonly ArgumentTest[])[]): readonly Clause[] {
  let clauses: readonly Clause[] = [[]]
  for (const denial of denials) {
    const ways = denial.flatMap(failing)
    clauses = withoutIncluded(clauses.flatMap((clause) => ways.flatMap((way) => both(clause, way))))
  }
  return clauses
}

/** Every way in which a test fails. */
function failing(test: ArgumentTest): readonly Masked[] {
  const { argument } = test
  if ('anyBit' in test) return [{ argument, mask: test.anyBit >>> 0, value: 0 }]
  if ('noneOf' in test) return test.noneOf.map((value) => ({ argument, mask: lowHalf, value }))
  // It differs in a bit.
  return bits.map((bit) => ({ argument, mask: bit, value: (test.equals & bit) === 0 ? bit : 0 }))
}

/** The two together, as one clause with one condition for each argument; none where they contradict each other. */
function both(clause: Clause, way: Masked): readonly Clause[] {
  const same = clause.find(({ argument }) => argument === way.argument)
  if (same === undefined) return [[...clause, way]]
  if (((same.value ^ way.value) & same.mask & way.mask) !== 0) return []
  const merged: Masked = {
    argument: way.argument,
    mask: (same.mask | way.mask) >>> 0,
    value: (same.value | way.value) >>> 0,
  }
  return [clause.map((each) => (each === same ? merged : each))]
}

/** Leaves out every clause that another one allows already. */
function withoutIncluded(clauses: readonly Clause[]): readonly Clause[] {
  const distinct = [...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values()]
  return distinct.filter((clause) => !distinct.some((wider) => wider !== clause && includes(wider, clause)))
}

/** Whether everything that `narrow` allows is allowed by `wide`. */
function includes(wide: Clause, narrow: Clause): boolean {
  return wide.every((need) =>
    narrow.some(
      (given) =>
        given.argument === need.argument &&
        (need.mask & ~given.mask) === 0 &&
        ((given.value ^ need.value) & need.mask) === 0,
    ),
  )
}
