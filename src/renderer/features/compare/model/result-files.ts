import type { AutoRunPlace, FileState, ResultingFile } from '../../../../shared'
import { autoRunAt } from '../../../lib/auto-run'

/** What the file viewer sets against what. */
export type Against = 'sides' | 'base_left' | 'base_right'

/** Which of the two changed a file against the state before both. Without a shared one: which has the file. */
export function changedBy(
  { base, left, right }: ResultingFile,
  sameBase: boolean,
): {
  readonly left: boolean
  readonly right: boolean
} {
  if (!sameBase) return { left: left !== null, right: right !== null }
  return { left: !same(base, left), right: !same(base, right) }
}

function same(a: FileState | null, b: FileState | null): boolean {
  return a === null || b === null ? a === b : a.hash === b.hash && a.mode === b.mode
}

/** What tells the two results apart in one file, where its letters do not say it all. */
export function differenceOf({ base, left, difference }: ResultingFile): string {
  switch (difference) {
    case 'same':
      return left === null ? 'deleted in both' : 'same in both'
    case 'content':
      return ''
    case 'mode':
      return 'only the mode'
    case 'left_only':
      return base === null ? 'only in A' : 'deleted in B'
    case 'right_only':
      return base === null ? 'only in B' : 'deleted in A'
  }
}

/** Whether either run left a file here, other than it was, which a program of the user's own would run by itself. */
export function autoRunLeft({ path, base, left, right }: ResultingFile): AutoRunPlace | null {
  const isLeft = [left, right].some((state) => state !== null && !same(base, state))
  return isLeft ? autoRunAt(path) : null
}

/** The file to look at first: one that both changed differently tells most. */
export function firstToShow(files: readonly ResultingFile[]): ResultingFile | null {
  return (
    files.find(
      (file) => file.difference === 'content' && !same(file.base, file.left) && !same(file.base, file.right),
    ) ??
    files.find(({ difference }) => difference === 'content') ??
    files[0] ??
    null
  )
}

export function shownFiles(
  files: readonly ResultingFile[],
  onlyDiffering: boolean,
): readonly ResultingFile[] {
  return onlyDiffering ? files.filter(({ difference }) => difference !== 'same') : files
}
