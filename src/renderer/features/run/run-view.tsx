import { useNavigation } from '../../lib/navigation'
import { Composer } from './composer'
import { LiveRun } from './live-run'

/** Start a run, or watch one. */
export function RunView() {
  const place = useNavigation((state) => state.place)
  if (place.view !== 'run') return null
  if (place.sessionId === null) return <Composer wanted={place.projectId} />
  return <LiveRun key={place.sessionId} sessionId={place.sessionId} />
}
