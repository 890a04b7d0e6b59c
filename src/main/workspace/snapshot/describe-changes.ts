import type { FileChange, FileState } from '../../../shared'
import { sortEntries } from '../tree'
import type { Contents } from './contents'
import { countLines, type WorkBudget } from './line-counts'
import { type PathChange, pairRenames } from './renames'
import { createLineNumbers, isBinary, maxTextBytes } from './text-lines'

/** Changes whose lines are counted in one snapshot, and the steps that counting may take: for each and for all. */
const maxCounted = 2000
const stepsPerFile = 60_000_000
const stepsInAll = 400_000_000

/** Pairs renames and counts lines: from what happened at each path to what a person calls a change, in order of paths. */
export async function describeChanges(
  changes: readonly PathChange[],
  contents: Pick<Contents, 'find' | 'read'>,
): Promise<readonly FileChange[]> {
  const states = changes.flatMap(({ before, after }) => [before, after]).filter((state) => state !== null)
  await contents.find(states.map(({ hash }) => hash))
  const byPath = new Map(changes.map((change) => [change.path, change]))
  const oldPaths = new Map<string, string>()
  for (const { from, to } of pairRenames(changes, contents.read)) {
    const target = byPath.get(to)
    if (target === undefined) continue
    byPath.set(to, { ...target, before: byPath.get(from)?.before ?? null })
    byPath.delete(from)
    oldPaths.set(to, from)
  }
  const budget: WorkBudget = { left: stepsInAll }
  return sortEntries([...byPath.values()]).map((change, index): FileChange => {
    const oldPath = oldPaths.get(change.path) ?? null
    const { before, after } = change
    return {
      change: kindOf(change, oldPath),
      path: change.path,
      oldPath,
      before,
      after,
      ...(index < maxCounted ? measure(before, after, contents.read, budget) : notCounted),
    }
  })
}

function kindOf({ before, after }: PathChange, oldPath: string | null): FileChange['change'] {
  if (oldPath !== null) return 'renamed'
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'modified'
}

type Measured = Pick<FileChange, 'additions' | 'deletions' | 'binary'>
const notCounted: Measured = { additions: null, deletions: null, binary: false }

function measure(
  before: FileState | null,
  after: FileState | null,
  read: (hash: string) => Buffer | null,
  budget: WorkBudget,
): Measured {
  if (before?.mode === 'symlink' || after?.mode === 'symlink') return notCounted
  const old = before === null ? noBytes : read(before.hash)
  const now = after === null ? noBytes : read(after.hash)
  if (old === null || now === null) return notCounted
  if (isBinary(old) || isBinary(now)) return { ...notCounted, binary: true }
  if (before?.hash === after?.hash) return { additions: 0, deletions: 0, binary: false }
  if (old.length > maxTextBytes || now.length > maxTextBytes || budget.left <= 0) return notCounted
  const numbers = createLineNumbers()
  const own: WorkBudget = { left: Math.min(stepsPerFile, budget.left) }
  const given = own.left
  const counts = countLines(numbers.of(old), numbers.of(now), own)
  budget.left -= given - Math.max(own.left, 0)
  return counts === null ? notCounted : { ...counts, binary: false }
}

const noBytes = Buffer.alloc(0)
