import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import { isMac } from '../lib/hotkeys'
import { ariaKey, type KeySpec } from '../lib/keys'
import styles from './button.module.css'
import { Kbd } from './kbd'
import { Tooltip } from './tooltip'

/** go: the one primary action of a view. plain: others. stop: ends or destroys. ghost: quiet. */
export type ButtonVariant = 'plain' | 'go' | 'stop' | 'ghost'
export type ButtonSize = 'small' | 'medium' | 'large'

type Look = { readonly variant?: ButtonVariant; readonly size?: ButtonSize }

export type ButtonProps = Look &
  ComponentProps<'button'> & {
    readonly icon?: LucideIcon | undefined
    /** Shown as a key cap and announced; the key itself is registered with useHotkeys. */
    readonly keys?: KeySpec | undefined
    /** What it started still goes on: it can’t be pressed again, and says so. */
    readonly busy?: boolean
  }

export function Button({
  variant = 'plain',
  size = 'medium',
  icon: Icon,
  keys,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.button, styles[variant], styles[size], className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKey(keys, isMac)}
      {...rest}
    >
      {Icon && <Icon size={14} aria-hidden />}
      {children}
      {keys !== undefined && (
        <span aria-hidden className={styles.keys}>
          <Kbd keys={keys} />
        </span>
      )}
    </button>
  )
}

export type IconButtonProps = Look &
  Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
    readonly icon: LucideIcon
    /** Its name: read aloud, and shown on hover. */
    readonly label: string
    readonly keys?: KeySpec | undefined
    /** For a button that stays down: whether it is. */
    readonly pressed?: boolean | undefined
    /** False where its name on hover would be in the way: a button that has the focus from the start. */
    readonly tooltip?: boolean
  }

export function IconButton({
  icon: Icon,
  label,
  keys,
  pressed,
  tooltip = true,
  variant = 'ghost',
  size = 'medium',
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      className={cx(
        styles.button,
        styles[variant],
        styles[size],
        styles.square,
        pressed === true && styles.pressed,
        className,
      )}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKey(keys, isMac)}
      {...rest}
    >
      <Icon size={15} aria-hidden />
    </button>
  )
  if (!tooltip) return button
  return (
    <Tooltip text={label} keys={keys}>
      {button}
    </Tooltip>
  )
}
