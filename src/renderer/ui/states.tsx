import { Check, Copy, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { GloveboxError } from '../../shared'
import { cx } from '../lib/cx'
import { Button } from './button'
import { Disclosure } from './disclosure'
import { errorText } from './error-text'
import styles from './states.module.css'

export type EmptyStateProps = {
  readonly icon: LucideIcon
  readonly title: string
  /** One sentence that teaches. */
  readonly text?: ReactNode
  /** The button that takes the first step. */
  readonly children?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.center}>
      <span className={styles.mark}>
        <Icon size={22} aria-hidden />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children !== undefined && <div className={styles.buttons}>{children}</div>}
    </div>
  )
}

export type ErrorStateProps = {
  readonly error: GloveboxError
  /** What could not be done: “The sessions can’t be shown”. */
  readonly title?: string
  readonly onRetry?: (() => void) | undefined
  /** Another way out, beside or instead of trying again. */
  readonly children?: ReactNode
  /** In a line of its place instead of the middle of the view. */
  readonly inline?: boolean
}

/** A failure with its sentence, the next action, and the details to copy. */
export function ErrorState({ error, title, onRetry, children, inline = false }: ErrorStateProps) {
  return (
    <div className={cx(inline ? styles.inline : styles.center)} role="alert">
      {!inline && (
        <span className={cx(styles.mark, styles.markBad)}>
          <TriangleAlert size={22} aria-hidden />
        </span>
      )}
      <div className={inline ? styles.inlineWords : undefined}>
        {title !== undefined && (
          <h2 className={styles.title}>
            {inline && <TriangleAlert size={14} aria-hidden className={styles.inlineIcon} />}
            {title}
          </h2>
        )}
        <p className={styles.text} data-selectable>
          {error.message}
        </p>
      </div>
      {(onRetry !== undefined || children !== undefined) && (
        <div className={styles.buttons}>
          {onRetry !== undefined && (
            <Button icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
          )}
          {children}
        </div>
      )}
      <ErrorDetails error={error} />
    </div>
  )
}

/** Code, details and cause, folded; with a button that copies them. */
export function ErrorDetails({ error }: { readonly error: GloveboxError }) {
  const [copied, setCopied] = useState(false)
  const text = errorText(error)
  return (
    <Disclosure summary="Details" className={styles.details}>
      <pre className={styles.code} data-selectable>
        {text}
      </pre>
      <Button
        size="small"
        icon={copied ? Check : Copy}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : 'Copy details'}
      </Button>
    </Disclosure>
  )
}

export type LoadingProps = {
  /** What is being read: “Reading sessions”. Read aloud; shown only with `visible`. */
  readonly label: string
  /** Lines of the skeleton that holds the place. */
  readonly rows?: number
  readonly rowHeight?: number
  readonly visible?: boolean
}

/** Holds the place of what comes. */
export function Loading({ label, rows = 6, rowHeight = 20, visible = false }: LoadingProps) {
  return (
    <div className={styles.loading} role="status">
      <span className={visible ? 'dim' : 'sr-only'}>{label}…</span>
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <span
          key={row}
          className={styles.bone}
          style={{ height: rowHeight, width: `${92 - ((row * 17) % 38)}%` }}
          aria-hidden
        />
      ))}
    </div>
  )
}
