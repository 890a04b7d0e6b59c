import type { AutoRunPlace, ChangedFile } from '../../../shared'
import { autoRunOf } from '../../lib/auto-run'

export type FlaggedFile = { readonly file: ChangedFile; readonly place: AutoRunPlace }

/** What a run changed: first what a program of the user's own would run by itself, then everything else. */
export function changeGroups(changes: readonly ChangedFile[]): {
  readonly flagged: readonly FlaggedFile[]
  readonly others: readonly ChangedFile[]
} {
  const flagged: FlaggedFile[] = []
  const others: ChangedFile[] = []
  for (const file of changes) {
    const place = autoRunOf(file)
    if (place === null) others.push(file)
    else flagged.push({ file, place })
  }
  return { flagged, others }
}
