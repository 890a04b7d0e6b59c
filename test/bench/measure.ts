import { setTimeout as delay } from 'node:timers/promises'

/** One line of the bench table: a figure, and its ratio to an anchor that was measured in the same run. */
export type Measure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What it is held against, in words, with the anchor's own figure. */
  readonly anchor: string
  readonly ratio: number | null
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The kernel lets a process join a control group faster right after another one: whoever came second would gain by it. */
export async function afterRest<T>(work: () => Promise<T>): Promise<T> {
  await delay(100)
  return work()
}
