/** Steps of work that counting may take: it ends with null rather than late. */
export type WorkBudget = { left: number }

export type LineCounts = { readonly additions: number; readonly deletions: number }

/**
 * How many lines a change adds and takes away: the smallest numbers that do, as `git diff --minimal --numstat` gives
 * them. Null when the budget is used up. Myers, "An O(ND) Difference Algorithm", without keeping the path.
 */
export function countLines(before: Int32Array, after: Int32Array, budget: WorkBudget): LineCounts | null {
  const [a, b] = trim(before, after)
  // A line that only one side has can't be part of what both share.
  const sharedA = keepIn(a, new Set(b))
  const sharedB = keepIn(b, new Set(a))
  const edits = editDistance(sharedA, sharedB, budget)
  if (edits === null) return null
  const common = (sharedA.length + sharedB.length - edits) / 2
  return { additions: b.length - common, deletions: a.length - common }
}

function trim(a: Int32Array, b: Int32Array): readonly [Int32Array, Int32Array] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return [a.subarray(start, a.length - end), b.subarray(start, b.length - end)]
}

function keepIn(lines: Int32Array, others: ReadonlySet<number>): Int32Array {
  return lines.filter((line) => others.has(line))
}

function editDistance(a: Int32Array, b: Int32Array, budget: WorkBudget): number | null {
  const most = a.length + b.length
  const reach = new Int32Array(2 * most + 3)
  const middle = most + 1
  for (let edits = 0; edits <= most; edits += 1) {
    budget.left -= edits + 1
    if (budget.left < 0) return null
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = reach[middle + diagonal + 1] ?? 0
      const right = (reach[middle + diagonal - 1] ?? 0) + 1
      const fromAbove = diagonal === -edits || (diagonal !== edits && right <= down)
      let x = fromAbove ? down : right
      const from = x
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      budget.left -= x - from
      reach[middle + diagonal] = x
      if (x >= a.length && x - diagonal >= b.length) return edits
    }
  }
  return most
}
