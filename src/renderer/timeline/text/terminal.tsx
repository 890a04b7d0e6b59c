import { useMemo } from 'react'
import { cx } from '../../lib/cx'
import { formatBytes, plural } from '../../lib/format'
import { countLines, joinLines, lastLines, parseAnsi } from './ansi'
import styles from './terminal.module.css'

export type TerminalProps = {
  readonly text: string
  /** Characters that were cut off before `text`. */
  readonly omitted?: number
  /** Lines shown while folded: the newest. Null: all. */
  readonly tail?: number | null
  readonly isOpen?: boolean
  readonly onOpen?: (open: boolean) => void
  readonly label?: string
  /** Whether it scrolls by itself when it is high. Default: yes; not where what holds it does. */
  readonly hasScroll?: boolean
  readonly className?: string | undefined
}

/** Output of a program, in its colours. It is shown, never obeyed: escapes do nothing here (see ansi.ts). */
export function Terminal({
  text,
  omitted = 0,
  tail = null,
  isOpen = false,
  onOpen,
  label = 'Output',
  hasScroll = true,
  className,
}: TerminalProps) {
  const total = useMemo(() => countLines(text), [text])
  const isFolded = tail !== null && !isOpen && total > tail
  const shown = isFolded ? lastLines(text, tail) : text
  return (
    <div className={cx(styles.terminal, className)}>
      {tail !== null && total > tail && onOpen !== undefined && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {isOpen ? `Show the last ${tail} lines` : `Show all ${plural(total, 'line')}`}
        </button>
      )}
      {omitted > 0 && !isFolded && (
        <div className={styles.omitted}>{formatBytes(omitted)} before this are not shown</div>
      )}
      <Lines text={shown} label={label} canScroll={hasScroll && !isFolded && total > alwaysFits} />
    </div>
  )
}

/** So many lines are never higher than what they are shown in. */
const alwaysFits = 12

type LinesProps = { readonly text: string; readonly label: string; readonly canScroll: boolean }

function Lines({ text, label, canScroll }: LinesProps) {
  const pieces = useMemo(() => joinLines(parseAnsi(text)), [text])
  return (
    <figure
      className={cx(styles.lines, canScroll && styles.scrolls)}
      tabIndex={canScroll ? 0 : undefined}
      aria-label={label}
      data-selectable
    >
      {pieces.map(({ text: piece, style }, index) => {
        const look = cx(
          style.ink !== null && styles[style.ink],
          style.bold && styles.bold,
          style.dim && styles.dim,
          style.italic && styles.italic,
        )
        return look === '' ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
          <span key={index} className={look}>
            {piece}
          </span>
        )
      })}
    </figure>
  )
}
