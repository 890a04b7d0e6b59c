import { type ReactNode, useId } from 'react'
import { cx } from '../lib/cx'
import styles from './switch.module.css'

export type SwitchProps = {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: ReactNode
  readonly description?: ReactNode
  /** It stays as it is; say why in the description. */
  readonly locked?: boolean
}

/** On or off, at once. The whole line is the target. */
export function Switch({ checked, onChange, label, description, locked = false }: SwitchProps) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-disabled={locked || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={description === undefined ? undefined : `${id}-text`}
      className={cx(styles.line, locked && styles.locked)}
      onClick={() => {
        if (!locked) onChange(!checked)
      }}
    >
      <span className={cx(styles.track, checked && styles.on)} aria-hidden />
      <span className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {description !== undefined && (
          <span id={`${id}-text`} className={styles.description}>
            {description}
          </span>
        )}
      </span>
    </button>
  )
}
