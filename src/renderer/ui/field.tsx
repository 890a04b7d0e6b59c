import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../lib/cx'
import styles from './field.module.css'

type FieldWords = {
  readonly label: string
  /** The label is read aloud only: for a field whose place says what it is. */
  readonly hideLabel?: boolean
  readonly hint?: ReactNode
  /** What is wrong and what to enter instead; null or absent when it is fine. */
  readonly error?: string | null | undefined
  readonly fieldClassName?: string | undefined
}

export type TextFieldProps = FieldWords & ComponentProps<'input'> & { readonly unit?: string | undefined }

export function TextField({
  label,
  hideLabel,
  hint,
  error,
  unit,
  fieldClassName,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId()
  return (
    <Frame id={id} {...{ label, hideLabel, hint, error, fieldClassName }}>
      <span className={styles.line}>
        <input
          id={id}
          type="text"
          className={cx(styles.input, className)}
          {...described(id, hint, error)}
          {...rest}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </span>
    </Frame>
  )
}

export type TextAreaProps = FieldWords & ComponentProps<'textarea'>

export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  fieldClassName,
  className,
  ...rest
}: TextAreaProps) {
  const id = useId()
  return (
    <Frame id={id} {...{ label, hideLabel, hint, error, fieldClassName }}>
      <textarea
        id={id}
        className={cx(styles.input, styles.area, className)}
        {...described(id, hint, error)}
        {...rest}
      />
    </Frame>
  )
}

export type SelectOption<T extends string> = {
  readonly value: T
  readonly label: string
  readonly disabled?: boolean
}
export type SelectProps<T extends string> = FieldWords &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
    readonly value: T
    readonly options: readonly SelectOption<T>[]
    readonly onChange: (value: T) => void
  }

/** The system's own list: it works with every keyboard and reader. */
export function Select<T extends string>({
  label,
  hideLabel,
  hint,
  error,
  fieldClassName,
  className,
  value,
  options,
  onChange,
  ...rest
}: SelectProps<T>) {
  const id = useId()
  return (
    <Frame id={id} {...{ label, hideLabel, hint, error, fieldClassName }}>
      <span className={styles.select}>
        <select
          id={id}
          className={cx(styles.input, styles.list, className)}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
          {...described(id, hint, error)}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden />
      </span>
    </Frame>
  )
}

function Frame({
  id,
  label,
  hideLabel,
  hint,
  error,
  fieldClassName,
  children,
}: { readonly id: string; readonly children: ReactNode } & {
  readonly [K in keyof FieldWords]: FieldWords[K] | undefined
}) {
  return (
    <div className={cx(styles.field, fieldClassName)}>
      <label htmlFor={id} className={hideLabel === true ? 'sr-only' : styles.label}>
        {label}
      </label>
      {children}
      {hint != null && error == null && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error != null && (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  )
}

function described(id: string, hint: ReactNode, error: string | null | undefined) {
  if (error != null) return { 'aria-invalid': true, 'aria-describedby': `${id}-error` }
  return hint == null ? {} : { 'aria-describedby': `${id}-hint` }
}
