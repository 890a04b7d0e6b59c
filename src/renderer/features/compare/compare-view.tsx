import type { SessionId } from '../../../shared'
import { go, useNavigation } from '../../lib/navigation'
import { useCall } from '../../lib/use-call'
import { Button, ErrorState, Loading, ViewHeader } from '../../ui'
import { ComparisonView } from './comparison-view'
import { PickView } from './pick/pick-view'

/** Compare: two sessions to choose, or the two that were chosen. */
export function CompareView() {
  const place = useNavigation((state) => state.place)
  if (place.view !== 'compare') return null
  const { left, right } = place
  if (left === null || right === null || left === right)
    return <PickView left={left} right={left === right ? null : right} />
  return <Loaded key={`${left} ${right}`} left={left} right={right} />
}

function Loaded({ left, right }: { readonly left: SessionId; readonly right: SessionId }) {
  const loaded = useCall('sessions.compare', { left, right })
  if (loaded.value !== null) return <ComparisonView comparison={loaded.value} onReload={loaded.reload} />
  return (
    <>
      <ViewHeader title="Compare" />
      {loaded.state === 'failed' ? (
        <ErrorState error={loaded.error} title="The two can’t be compared" onRetry={loaded.reload}>
          <Button onClick={() => go({ view: 'compare', left: null, right: null })}>
            Choose other sessions
          </Button>
        </ErrorState>
      ) : (
        <Loading label="Aligning the two sessions" rows={9} rowHeight={38} visible />
      )}
    </>
  )
}
