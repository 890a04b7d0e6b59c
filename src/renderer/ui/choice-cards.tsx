import { useId } from 'react'
import { cx } from '../lib/cx'
import styles from './choice-cards.module.css'

export type Choice = {
  readonly value: string
  readonly title: string
  readonly note: string | null
  readonly text: string
  /** A fact of its own line: how a runtime is signed in. */
  readonly state?: string | null
  /** Why it can't be used as things are. It can still be chosen: the composer then says what to do. */
  readonly problem: string | null
  /** It can’t be chosen; its problem says why. */
  readonly disabled?: boolean
}

export type ChoiceCardsProps = {
  readonly label: string
  readonly value: string | null
  readonly options: readonly Choice[]
  /** More of them in a row: where each says little. */
  readonly isDense?: boolean
  readonly onChange: (value: string) => void
}

/** One of a few, each with the sentence that tells them apart. The arrow keys change the choice. */
export function ChoiceCards({ label, value, options, isDense = false, onChange }: ChoiceCardsProps) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{label}</legend>
      <div className={cx(styles.cards, isDense && styles.dense)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              styles.card,
              option.value === value && styles.on,
              option.problem !== null && styles.away,
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled === true}
              className={styles.radio}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.words}>
              <span className={styles.title}>
                {option.title}
                {option.note !== null && <span className={styles.note}>{option.note}</span>}
              </span>
              <span className={styles.text}>{option.text}</span>
              {option.state != null && <span className={styles.state}>{option.state}</span>}
              {option.problem !== null && <span className={styles.problem}>{option.problem}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
