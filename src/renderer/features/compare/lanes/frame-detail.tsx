import { type ReactNode, useMemo } from 'react'
import type { FrameView, SessionView, TimelineRow } from '../../../../shared'
import { holdsWrites } from '../../../level'
import { plural } from '../../../lib/format'
import { findingOf } from '../../../lib/outcome'
import { callTitle } from '../../../timeline'
import { TimelineProvider } from '../../../timeline/context'
import { RowView } from '../../../timeline/rows/row-view'
import { ErrorState } from '../../../ui'
import styles from './lanes.module.css'
import { useFrameRows } from './use-frame-rows'

type FrameDetailProps = {
  readonly session: SessionView
  readonly frames: readonly FrameView[]
  readonly index: number
  /** What the reader opened in this session's rows. */
  readonly kept: Map<string, boolean>
  /** Holds the place until the rows are there. */
  readonly children: ReactNode
}

/** Everything a frame did: its messages, calls with arguments and results, and the files they changed. */
export function FrameDetail({ session, frames, index, kept, children }: FrameDetailProps) {
  const { rows, omitted, isLoading, error, reload } = useFrameRows(session, frames, index)
  const context = useMemo(
    () => ({
      sessionId: session.id,
      runtime: session.runtime,
      agent: session.runtimeTitle,
      startedAt: session.startedAt,
      endedAt: session.endedAt,
      finding: findingOf(session),
      isCancelled: session.status === 'cancelled',
      isKeptIn: holdsWrites(session.level),
      callTitle: (callId: string) => titleIn(rows, callId),
      kept,
      hasDiffs: true,
      onAction: null,
      onShowInReplay: null,
    }),
    [session, rows, kept],
  )
  if (error !== null)
    return <ErrorState error={error} title="This frame can’t be read" onRetry={reload} inline />
  if (isLoading && rows.length === 0) return children
  return (
    <TimelineProvider value={context}>
      <div className={styles.detail}>
        {rows.map((row) => (
          <RowView key={row.row} row={row} />
        ))}
        {omitted > 0 && <p className={styles.omitted}>{plural(omitted, 'more row')} in replay.</p>}
      </div>
    </TimelineProvider>
  )
}

function titleIn(rows: readonly TimelineRow[], callId: string): string | undefined {
  const found = rows.find((row) => row.type === 'tool' && row.call.callId === callId)
  return found?.type === 'tool' ? callTitle(found.call) : undefined
}
