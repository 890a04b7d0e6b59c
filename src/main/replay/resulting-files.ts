import type { FileChange, FileState, ResultingFile } from '../../shared'
import { sameState, stateOf } from './net-changes'
import type { BaseTree } from './trees'

/** What a session started from, and its recorded changes in order. */
export type SessionFiles = { readonly base: BaseTree; readonly changes: readonly FileChange[] }

/** More paths than this are not listed; the rest is counted. Changed paths come before others that differ. */
const maxListed = 20_000

/**
 * Every path that either session changed, or that their results differ in, with its state before (where both started
 * from the same files) and in each result. In order of path.
 */
export function resultingFiles(
  left: SessionFiles,
  right: SessionFiles,
  sameBase: boolean,
): { readonly files: readonly ResultingFile[]; readonly omitted: number } {
  const leftNow = finalStates(left)
  const rightNow = finalStates(right)
  const changed = new Set([...leftNow.keys(), ...rightNow.keys()])
  const fileAt = (path: string): ResultingFile => {
    const a = stateNow(left.base, leftNow, path)
    const b = stateNow(right.base, rightNow, path)
    const before = sameBase ? left.base.byPath.get(path) : undefined
    return {
      path,
      left: a,
      right: b,
      base: before === undefined ? null : stateOf(before),
      difference: tellApart(a, b),
    }
  }
  const files = [...changed].sort(byPath).map(fileAt)
  if (sameBase) return bounded(files, [])
  const others = new Set([...left.base.byPath.keys(), ...right.base.byPath.keys()])
  const differing = [...others]
    .filter((path) => !changed.has(path))
    .sort(byPath)
    .map(fileAt)
    .filter(({ difference }) => difference !== 'same')
  return bounded(files, differing)
}

function bounded(changed: readonly ResultingFile[], differing: readonly ResultingFile[]) {
  const all = [...changed, ...differing]
  const files = all.slice(0, maxListed).sort((a, b) => byPath(a.path, b.path))
  return { files, omitted: all.length - files.length }
}

/** Final state of every path that the changes touched; null: gone. */
function finalStates({ changes }: SessionFiles): ReadonlyMap<string, FileState | null> {
  const states = new Map<string, FileState | null>()
  for (const { oldPath, path, after } of changes) {
    if (oldPath !== null) states.set(oldPath, null)
    states.set(path, after === null ? null : stateOf(after))
  }
  return states
}

function stateNow(
  base: BaseTree,
  touched: ReadonlyMap<string, FileState | null>,
  path: string,
): FileState | null {
  const known = touched.get(path)
  if (known !== undefined) return known
  const entry = base.byPath.get(path)
  return entry === undefined ? null : stateOf(entry)
}

function tellApart(left: FileState | null, right: FileState | null): ResultingFile['difference'] {
  if (left === null || right === null)
    return left === right ? 'same' : left === null ? 'right_only' : 'left_only'
  if (sameState(left, right)) return 'same'
  return left.hash === right.hash ? 'mode' : 'content'
}

const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
