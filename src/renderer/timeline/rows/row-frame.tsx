import { CornerDownRight } from 'lucide-react'
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
  /** The call of the main agent that started the sub-agent this is of. */
  readonly parentCallId?: string | undefined
  readonly children: ReactNode
}

/** Time since the start, icon, body: the columns every row shares. What a sub-agent did stands further in. */
export function RowFrame({ at, icon, look = 'plain', parentCallId, children }: RowFrameProps) {
  const { startedAt } = useTimeline()
  return (
    <div className={cx(styles.row, styles[look], parentCallId !== undefined && styles.child)}>
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatExact(at)}>
        {formatOffset(at - startedAt)}
      </time>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.body} data-selectable>
        {parentCallId !== undefined && <SubAgent callId={parentCallId} />}
        {children}
      </div>
    </div>
  )
}

function SubAgent({ callId }: { readonly callId: string }) {
  const { callTitle } = useTimeline()
  const title = callTitle(callId)
  return (
    <div className={styles.subAgent}>
      <CornerDownRight size={11} aria-hidden />
      <span className="truncate">{title === undefined ? 'sub-agent' : `sub-agent of “${title}”`}</span>
    </div>
  )
}
