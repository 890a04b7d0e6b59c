import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { IconButton } from './button'
import styles from './dialog.module.css'

export type DialogProps = {
  readonly open: boolean
  /** Asked for by Escape, the button in the corner or a click beside it. */
  readonly onClose: () => void
  readonly title: ReactNode
  readonly hideTitle?: boolean
  readonly description?: ReactNode
  /** Buttons at the bottom, the primary one last. */
  readonly footer?: ReactNode
  readonly width?: 'small' | 'medium' | 'large'
  /** At the top of the window instead of its middle (palette). */
  readonly atTop?: boolean
  readonly flush?: boolean
  readonly children?: ReactNode
}

/**
 * A dialog: holds the focus, Escape closes it, the focus goes back to where it was. Radix's own overlay is not used: it
 * adds a style element, which the page's policy refuses; the page itself does not scroll.
 */
export function Dialog({
  open,
  onClose,
  title,
  hideTitle = false,
  description,
  footer,
  width = 'small',
  atTop = false,
  flush = false,
  children,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div className={cx(styles.veil, atTop && styles.atTop)}>
          <Radix.Content
            className={cx(styles.dialog, styles[width])}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <div className={hideTitle ? 'sr-only' : styles.head}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
            </div>
            <div className={cx(styles.body, flush && styles.flush)}>
              {description !== undefined && (
                <Radix.Description asChild>
                  <div className={styles.description}>{description}</div>
                </Radix.Description>
              )}
              {children}
            </div>
            {footer !== undefined && <div className={styles.footer}>{footer}</div>}
            {/* Last in the order of focus: the first is what the dialog is about. */}
            {!hideTitle && (
              <div className={styles.close}>
                <IconButton icon={X} label="Close" size="small" tooltip={false} onClick={onClose} />
              </div>
            )}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
