import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../lib/cx'
import styles from './segmented.module.css'

export type SegmentedOption<T extends string> = {
  readonly value: T
  readonly label: string
  readonly icon?: LucideIcon
  /** Shows the icon alone; the label is still read aloud. */
  readonly iconOnly?: boolean
  readonly disabled?: boolean
}

export type SegmentedProps<T extends string> = {
  /** What is chosen: “Scope”, “Layout”. Read aloud, not shown. */
  readonly label: string
  readonly value: T
  readonly options: readonly SegmentedOption<T>[]
  readonly onChange: (value: T) => void
  readonly size?: 'small' | 'medium'
}

/** One of a few: radio buttons in a row; the arrow keys change the choice. */
export function Segmented<T extends string>({ label, value, options, onChange, size }: SegmentedProps<T>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(styles.segmented, size === 'small' && styles.small)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(styles.option, option.value === value && styles.on)}
          title={option.iconOnly === true ? option.label : undefined}
        >
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled === true}
            aria-label={option.iconOnly === true ? option.label : undefined}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <option.icon size={14} aria-hidden />}
          {option.iconOnly !== true && option.label}
        </label>
      ))}
    </div>
  )
}
