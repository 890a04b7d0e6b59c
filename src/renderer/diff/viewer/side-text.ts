import { maxShownLength } from '../engine/columns'
import { type Lines, lineAt } from '../engine/lines'
import type { Marks } from '../engine/words'
import { type Segment, segmentsOf } from '../rows/segments'
import type { Spans } from '../syntax/spans'

/** One side of a viewer: its text, where its lines are, and what is known of them. */
export type SideText = {
  readonly text: string
  readonly lines: Lines
  readonly spans: Spans | null
  readonly marks: ReadonlyMap<number, Marks> | null
  /** Whether carriage returns at the ends of lines are shown. */
  readonly showReturns: boolean
}

export type ShownLine = {
  readonly segments: readonly Segment[]
  /** Characters beyond what is shown. */
  readonly cut: number
  /** The text's last line, and no line feed after it. */
  readonly isOpenEnded: boolean
}

/** A line as a viewer shows it. Made when it comes into view, never for a whole file. */
export function shownLine(side: SideText, index: number): ShownLine {
  const line = lineAt(side.text, side.lines, index)
  const text = !side.showReturns && line.endsWith('\r') ? line.slice(0, -1) : line
  const shown = text.length > maxShownLength ? text.slice(0, maxShownLength) : text
  return {
    segments: segmentsOf(shown, index, side.spans, side.marks?.get(index)),
    cut: text.length - shown.length,
    isOpenEnded: !side.lines.endsWithNewline && index === side.lines.count - 1,
  }
}
