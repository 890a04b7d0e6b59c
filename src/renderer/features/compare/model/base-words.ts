import type { Comparison } from '../../../../shared'
import { shortName } from '../../../lib/names'

export type BaseWords = { readonly isSame: boolean; readonly text: string; readonly title: string }

/** Whether both began from the same files, in words. */
export function baseWords({
  left,
  right,
  sameBase,
}: Pick<Comparison, 'left' | 'right' | 'sameBase'>): BaseWords {
  if (sameBase)
    return {
      isSame: true,
      text: left.head === null ? 'same base' : `same base ${shortHead(left.head)}`,
      title: 'Both runs began from exactly the same files.',
    }
  const missing = [left.baseTree === null ? 'A' : null, right.baseTree === null ? 'B' : null].filter(Boolean)
  if (missing.length > 0)
    return {
      isSame: false,
      text: `no files recorded in ${missing.join(' and ')}`,
      title: 'A run that never began has no copy of the files to compare with.',
    }
  if (left.projectId !== right.projectId)
    return {
      isSame: false,
      text: 'different projects',
      title: `A worked on ${shortName(left.projectName)}, B on ${shortName(right.projectName)}. Their files are compared by path.`,
    }
  return {
    isSame: false,
    text: 'bases differ',
    title: `The files were not the same when the two runs began: A at ${shortHead(left.head)}, B at ${shortHead(right.head)}. Differences may come from there.`,
  }
}

/** A commit in seven digits; what git told otherwise as it is. */
export function shortHead(head: string | null): string {
  if (head === null) return 'no commit'
  return /^[0-9a-f]{12,}$/.test(head) ? head.slice(0, 7) : head
}
