import { type AutoRunPlace, autoRunPlace, type FileChange } from '../../shared'

const known = new Map<string, AutoRunPlace | null>()
const mostKnown = 5000

/** Whether a program of the user's own acts by itself on a file of this path; asked for again and again, so remembered. */
export function autoRunAt(path: string): AutoRunPlace | null {
  const before = known.get(path)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const place = autoRunPlace(path)
  known.set(path, place)
  return place
}

/** The same of a change: a file that is gone is acted on by nothing. */
export function autoRunOf(change: {
  readonly path: string
  readonly change: FileChange['change']
}): AutoRunPlace | null {
  return change.change === 'deleted' ? null : autoRunAt(change.path)
}
