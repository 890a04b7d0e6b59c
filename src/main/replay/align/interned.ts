import type { Step } from './step'

/** One side's fingerprints as numbers: equal numbers on both sides mean equal fingerprints. `lead` 0: there is none. */
export type Interned = {
  readonly length: number
  readonly exact: Int32Array
  readonly intent: Int32Array
  readonly kind: Int32Array
  readonly lead: Int32Array
}

/** Turns the fingerprints of two sides into numbers, so that millions of comparisons cost nothing but that. */
export function internSteps(left: readonly Step[], right: readonly Step[]): readonly [Interned, Interned] {
  const number = { exact: numbers(), intent: numbers(), kind: numbers(), lead: numbers() }
  const intern = (steps: readonly Step[]): Interned => ({
    length: steps.length,
    exact: Int32Array.from(steps, (step) => number.exact(step.exact)),
    intent: Int32Array.from(steps, (step) => number.intent(step.intent)),
    kind: Int32Array.from(steps, (step) => number.kind(step.kind)),
    lead: Int32Array.from(steps, (step) => number.lead(step.lead)),
  })
  return [intern(left), intern(right)]
}

function numbers(): (text: string) => number {
  const known = new Map<string, number>([['', 0]])
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, known.size)
    return known.size - 1
  }
}

/** The part of a side from `from` up to `to`, sharing its memory. */
export function sliceInterned(side: Interned, from: number, to: number): Interned {
  return {
    length: to - from,
    exact: side.exact.subarray(from, to),
    intent: side.intent.subarray(from, to),
    kind: side.kind.subarray(from, to),
    lead: side.lead.subarray(from, to),
  }
}
