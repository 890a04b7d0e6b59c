import { diff } from 'fast-myers-diff'
import { createLru, type FileState } from '../../shared'
import { type Content, readText } from './read-text'

/** Lines added and deleted; null where lines don't apply (binary, link, too large, lost). */
export type LineCounts = { readonly additions: number; readonly deletions: number } | null

const maxCountedBytes = 256 * 1024
/** Line comparisons before counting gives up: some 20 ms on the main loop. */
const maxComparisons = 2_000_000
const maxKept = 2000

/** Counts the lines between two states of a file. Kept by content, as the same pairs are asked for again and again. */
export function createLineCounts(content: Content) {
  const kept = createLru<{ readonly counts: LineCounts }>(maxKept, () => 1)

  const linesOf = async (state: FileState | null): Promise<readonly string[] | null> => {
    if (state === null) return []
    if (state.mode === 'symlink' || state.size > maxCountedBytes) return null
    const text = await readText(content, state.hash, state.size)
    return text.ok ? splitLines(text.value) : null
  }
  return async (before: FileState | null, after: FileState | null): Promise<LineCounts> => {
    const key = `${before?.mode} ${before?.hash} ${after?.mode} ${after?.hash}`
    const known = kept.get(key)
    if (known !== undefined) return known.counts
    const [old, young] = await Promise.all([linesOf(before), linesOf(after)])
    const counts = old === null || young === null ? null : countLines(old, young)
    kept.set(key, { counts })
    return counts
  }
}

function splitLines(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function countLines(before: readonly string[], after: readonly string[]): LineCounts {
  const numbers = new Map<string, number>()
  const intern = (line: string): number => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  const old = Int32Array.from(before, intern)
  const young = Int32Array.from(after, intern)
  let left = maxComparisons
  let additions = 0
  let deletions = 0
  // Out of budget, everything counts as equal: that ends the search at once, and its result is thrown away.
  const equal = (i: number, j: number): boolean => {
    left -= 1
    return left < 0 || old[i] === young[j]
  }
  for (const [fromOld, toOld, fromNew, toNew] of diff(old, young, equal)) {
    deletions += toOld - fromOld
    additions += toNew - fromNew
  }
  return left < 0 ? null : { additions, deletions }
}
