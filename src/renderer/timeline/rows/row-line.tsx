import { middleCut } from '../../lib/format'
import { Chip } from '../../ui/chip'
import { RelativeTime } from '../../ui/relative-time'
import { stripAnsi } from '../text/ansi'
import type { RowWords } from '../words/row-words'
import { Countdown } from './countdown'
import styles from './rows.module.css'

export type RowLineProps = {
  readonly words: RowWords
  /** A wait that the row is about ends then (ms); it counts down while it goes on. */
  readonly waitsUntil: number | null
  /** What can be opened below; null: nothing. */
  readonly detail: { readonly isOpen: boolean; readonly onOpen: (open: boolean) => void } | null
}

/** The words of a fact on one line. */
export function RowLine({ words, waitsUntil, detail }: RowLineProps) {
  const { lead, text, target, chip, note, when } = words
  return (
    <div className={styles.line}>
      {waitsUntil !== null && <Countdown until={waitsUntil} />}
      {lead !== null && <b>{stripAnsi(lead)}</b>}
      {text !== '' && <span>{stripAnsi(text)}</span>}
      {target !== null && (
        <code className={styles.target} title={stripAnsi(target)}>
          {middleCut(stripAnsi(target))}
        </code>
      )}
      {chip !== null && <Chip tone={chip.tone}>{chip.text}</Chip>}
      {note !== null && <span className={styles.note}>{stripAnsi(note)}</span>}
      {when !== null && (
        <span className={styles.note}>
          {when.label} <RelativeTime at={when.at} />
        </span>
      )}
      {detail !== null && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={detail.isOpen}
          onClick={() => detail.onOpen(!detail.isOpen)}
        >
          {detail.isOpen ? 'hide' : 'details'}
        </button>
      )}
    </div>
  )
}
