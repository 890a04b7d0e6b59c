import type { FileContent, FileState } from '../../shared'
import { formatBytes } from '../lib/format'

/** What the two sides are called: “A”, “B”; “before”, “after”. */
export type SideLabels = { readonly before: string; readonly after: string }

/** What there is to show of a pair of contents: lines, or a sentence that says why there are none. */
export type Outcome =
  | { readonly type: 'text' }
  | {
      readonly type: 'words'
      readonly kind: 'same' | 'mode' | 'binary' | 'too_large' | 'lost' | 'absent'
      readonly title: string
      readonly text: string
    }

type States = { readonly before: FileState | null; readonly after: FileState | null }

/** Decides what to show. Total: every pair of contents has its outcome. */
export function outcomeOf(
  before: FileContent,
  after: FileContent,
  states: States,
  labels: SideLabels,
): Outcome {
  if (before.type === 'lost') return lost(before.reason)
  if (after.type === 'lost') return lost(after.reason)
  if (before.type === 'absent' && after.type === 'absent')
    return words('absent', 'No file', 'Neither side has this file.')
  const equal = states.before?.hash === states.after?.hash
  if (equal && states.before?.mode !== states.after?.mode)
    return words(
      'mode',
      'Only the mode differs',
      `${modeWords(states.before)} → ${modeWords(states.after)}. The content is the same on both sides.`,
    )
  if (equal) return words('same', 'No difference', 'The file is the same on both sides.')
  if (before.type === 'too_large' || after.type === 'too_large')
    return words(
      'too_large',
      'Too large to show',
      `${sizes(before, after, labels)} Files up to 2 MB are shown line by line.`,
    )
  if (before.type === 'binary' || after.type === 'binary')
    return words('binary', 'Binary file', `${sizes(before, after, labels)} It has no lines to compare.`)
  return { type: 'text' }
}

/** The same for one content alone. */
export function textOutcome(content: FileContent): Outcome {
  switch (content.type) {
    case 'text':
      return { type: 'text' }
    case 'lost':
      return lost(content.reason)
    case 'absent':
      return words('absent', 'No file', 'The file is not there at this point.')
    case 'binary':
      return words('binary', 'Binary file', `${formatBytes(content.size)}. It has no lines to show.`)
    case 'too_large':
      return words(
        'too_large',
        'Too large to show',
        `${formatBytes(content.size)}. Files up to 2 MB are shown.`,
      )
  }
}

const words = (kind: Extract<Outcome, { type: 'words' }>['kind'], title: string, text: string): Outcome => ({
  type: 'words',
  kind,
  title,
  text,
})

const lost = (reason: string): Outcome => words('lost', 'The content is lost', reason)

function sizes(before: FileContent, after: FileContent, labels: SideLabels): string {
  const from = sizeOf(before)
  const to = sizeOf(after)
  if (from === null) return `${formatBytes(to ?? 0)}, only in ${labels.after}.`
  if (to === null) return `${formatBytes(from)}, only in ${labels.before}.`
  return from === to
    ? `${formatBytes(to)} on both sides, with other bytes.`
    : `${formatBytes(from)} → ${formatBytes(to)}.`
}

const sizeOf = (content: FileContent): number | null => ('size' in content ? content.size : null)

const modeNames = { file: 'Plain file', executable: 'executable file', symlink: 'symbolic link' } as const

export function modeWords(state: FileState | null): string {
  return state === null ? 'no file' : modeNames[state.mode]
}
