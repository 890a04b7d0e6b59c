import { Rewind } from 'lucide-react'
import type { FrameView, SessionId, SessionView } from '../../../shared'
import { go, useNavigation } from '../../lib/navigation'
import { type SessionFeed, useFeedState, useSessionFeed } from '../../timeline'
import { Button, EmptyState, ErrorState, Loading, ViewHeader } from '../../ui'
import { ReplayHeader } from './replay-header'
import { ReplayStage } from './replay-stage'
import { useFrames } from './use-frames'

/** A session step by step: what was said and done, and the files as they were then. */
export function ReplayView() {
  const place = useNavigation((state) => state.place)
  if (place.view !== 'replay') return null
  return <Replay key={place.sessionId} sessionId={place.sessionId} wanted={place.frame} />
}

function Replay({ sessionId, wanted }: { readonly sessionId: SessionId; readonly wanted: number | null }) {
  const feed = useSessionFeed(sessionId)
  const { view, error } = useFeedState(feed)
  const { frames, error: framesError, reload } = useFrames(sessionId, view?.status === 'running')

  const problem = error ?? framesError
  if (problem !== null && (view === null || frames === null))
    return (
      <>
        <ViewHeader title="Replay" onBack={() => useNavigation.getState().back()} />
        <ErrorState
          title="This session can’t be replayed"
          error={problem}
          onRetry={() => {
            feed?.retry()
            reload()
          }}
        >
          <Button onClick={() => go({ view: 'sessions' })}>All sessions</Button>
        </ErrorState>
      </>
    )
  if (feed === null || view === null || frames === null)
    return (
      <>
        <ViewHeader title="Replay" onBack={() => useNavigation.getState().back()} />
        <Loading label="Reading the session" rows={10} />
      </>
    )
  return <Ready feed={feed} view={view} frames={frames} wanted={wanted} />
}

type ReadyProps = {
  readonly feed: SessionFeed
  readonly view: SessionView
  readonly frames: readonly FrameView[]
  readonly wanted: number | null
}

function Ready({ feed, view, frames, wanted }: ReadyProps) {
  if (frames.length > 0) return <ReplayStage feed={feed} view={view} frames={frames} wanted={wanted} />
  const isRunning = view.status === 'running'
  return (
    <>
      <ReplayHeader view={view} />
      <EmptyState
        icon={Rewind}
        title={isRunning ? 'No frame yet' : 'Nothing to replay'}
        text={
          isRunning
            ? 'The first frame begins with the agent’s first response.'
            : 'The agent never answered: the session has no frame. Its timeline says why.'
        }
      >
        <Button onClick={() => go({ view: 'run', sessionId: view.id, projectId: view.projectId })}>
          Show the timeline
        </Button>
      </EmptyState>
    </>
  )
}
