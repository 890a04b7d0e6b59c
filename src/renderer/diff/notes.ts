import type { FileState } from '../../shared'
import type { TextDiff } from './engine/diff-text'
import type { LineEnds } from './engine/lines'
import { modeWords, type SideLabels } from './outcome'
import { directionSign, turnsDirection } from './rows/segments'

const lineEndWords: Readonly<Record<LineEnds, string>> = {
  none: 'none',
  lf: 'LF',
  crlf: 'CRLF',
  mixed: 'mixed',
}

export type NotesInput = {
  readonly diff: TextDiff
  readonly before: FileState | null
  readonly after: FileState | null
  readonly beforeText: string
  readonly afterText: string
  readonly labels: SideLabels
  readonly ignoreWhitespace: boolean
  /** Shown below a row that says already what became of the file. */
  readonly isPreview?: boolean
}

/** What has to be said of a difference beside its lines, one short sentence each. */
export function notesOf(input: NotesInput): readonly string[] {
  const { diff, before, after, labels, ignoreWhitespace, isPreview = false } = input
  const notes: string[] = []
  const isOneSided = before === null || after === null
  if (isOneSided && isPreview) return notes
  if (before === null) notes.push(`Only in ${labels.after}: a ${kindWords(after)}.`)
  else if (after === null) notes.push(`Only in ${labels.before}: a ${kindWords(before)}.`)
  else if (before.mode !== after.mode) notes.push(`${modeWords(before)} → ${modeWords(after)}.`)
  else if (after.mode === 'symlink') notes.push('A symbolic link; its line is where it points.')
  if (ignoreWhitespace && diff.blocks.length === 0 && before !== null && after !== null)
    notes.push('Only white space differs. Show changes in white space to see where.')
  if (endsDiffer(diff))
    notes.push(`Line ends: ${lineEndWords[diff.before.lineEnds]} → ${lineEndWords[diff.after.lineEnds]}.`)
  if (diff.approximate) notes.push('The two differ so much that lines were matched roughly.')
  if (turnsDirection(input.beforeText) || turnsDirection(input.afterText))
    notes.push(`Holds characters that turn the direction of text around; they are shown as ${directionSign}.`)
  return notes
}

const kindWords = (state: FileState | null): string =>
  state?.mode === 'symlink' ? 'symbolic link' : state?.mode === 'executable' ? 'executable file' : 'file'

/** Whether carriage returns have to be seen: they differ between the sides, or within one. */
export function showsReturns(diff: TextDiff): boolean {
  return endsDiffer(diff) || diff.before.lineEnds === 'mixed' || diff.after.lineEnds === 'mixed'
}

function endsDiffer({ before, after }: TextDiff): boolean {
  return before.lineEnds !== 'none' && after.lineEnds !== 'none' && before.lineEnds !== after.lineEnds
}
