import { useRef } from 'react'
import type { SessionId } from '../../../shared'
import { stripLevel } from '../../level'
import { formatCount } from '../../lib/format'
import { useStatusStrip } from '../../lib/status-strip'
import { type SessionFeed, Timeline, type TimelineHandle, useFeedState, useSessionFeed } from '../../timeline'
import { ErrorState, Loading, SplitPanels, ViewHeader } from '../../ui'
import { showRowInReplay, takeEndAction } from './again'
import { LiveHeader } from './live-header'
import { LiveSide } from './live-side'

/** A run as it goes, or as it went. */
export function LiveRun({ sessionId }: { readonly sessionId: SessionId }) {
  const feed = useSessionFeed(sessionId)
  const { view, error } = useFeedState(feed)
  useStatusStrip({
    project: view?.projectName ?? null,
    runtime: view?.runtimeTitle ?? null,
    level: view === null ? null : stripLevel(view.level),
    right: view === null ? null : `${formatCount(view.lastSeq)} events stored`,
  })
  if (feed === null || view === null)
    return (
      <>
        <ViewHeader title="Run" />
        {error === null ? (
          <Loading label="Reading the run" rows={10} />
        ) : (
          <ErrorState title="The run can’t be read" error={error} onRetry={feed?.retry} />
        )}
      </>
    )
  return <Shown feed={feed} />
}

function Shown({ feed }: { readonly feed: SessionFeed }) {
  const { view } = useFeedState(feed)
  const timeline = useRef<TimelineHandle>(null)
  // Where it opens is settled once: a run that ends while it is watched stays where its reader is.
  const opensAt = useRef(view?.status === 'running' ? ('tail' as const) : ('top' as const)).current
  if (view === null) return null
  return (
    <>
      <LiveHeader view={view} />
      <SplitPanels
        name="run"
        panels={[
          {
            id: 'timeline',
            size: 70,
            min: 360,
            content: (
              <Timeline
                ref={timeline}
                feed={feed}
                opensAt={opensAt}
                label="Timeline"
                onAction={(action) => takeEndAction(action, view)}
                onShowInReplay={(row) => void showRowInReplay(view.id, row)}
              />
            ),
          },
          {
            id: 'side',
            size: 30,
            min: 232,
            max: 480,
            content: <LiveSide view={view} onRow={(row) => timeline.current?.showRow(row)} />,
          },
        ]}
      />
    </>
  )
}
