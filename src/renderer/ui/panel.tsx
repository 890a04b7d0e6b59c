import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import styles from './panel.module.css'

export type PanelProps = {
  /** Heading in small, dim type. */
  readonly title?: ReactNode
  /** At the right end of the heading. */
  readonly actions?: ReactNode
  /** boxed: raised, with a frame of its own. section: one of several in a side column, parted by lines. */
  readonly kind?: 'boxed' | 'section'
  readonly flush?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A group of things that belong together. */
export function Panel({ title, actions, kind = 'boxed', flush = false, className, children }: PanelProps) {
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section
      className={cx(kind === 'boxed' ? styles.boxed : styles.section, flush && styles.flush, className)}
    >
      {hasHead && (
        <div className={styles.head}>
          {title !== undefined && <h2 className={styles.title}>{title}</h2>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
