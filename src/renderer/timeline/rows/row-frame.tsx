import type { ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { formatOffset } from '../../lib/format'
import { formatExact } from '../../lib/time'
import { useTimeline } from '../context'
import styles from './rows.module.css'

export type RowFrameProps = {
  readonly at: number
  readonly icon: ReactNode
  readonly look?: 'plain' | 'quiet' | 'thinking'
  readonly children: ReactNode
}

/** Time since the start, icon, body: the columns every row shares. */
export function RowFrame({ at, icon, look = 'plain', children }: RowFrameProps) {
  const { startedAt } = useTimeline()
  return (
    <div className={cx(styles.row, styles[look])}>
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatExact(at)}>
        {formatOffset(at - startedAt)}
      </time>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.body} data-selectable>
        {children}
      </div>
    </div>
  )
}
