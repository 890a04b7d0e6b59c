import { Rewind, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { SessionId, SessionView } from '../../../shared'
import { plural } from '../../lib/format'
import { go, useNavigation } from '../../lib/navigation'
import { useStatusStrip } from '../../lib/status-strip'
import { useCall } from '../../lib/use-call'
import { plainTitle } from '../../timeline'
import { Button, EmptyState, ErrorState, Loading, SplitPanels, ViewHeader } from '../../ui'
import { ParsedChip } from '../run'
import styles from './native.module.css'
import { NativeDetail } from './native-detail'
import { NativeList } from './native-list'
import { ParseAgain } from './parse-again'
import { useNativeLines } from './use-native-lines'

/** What the agent program itself wrote, line by line, after secrets were masked: the ground the events stand on. */
export function NativeView() {
  const place = useNavigation((state) => state.place)
  if (place.view !== 'native') return null
  return <Native key={place.sessionId} sessionId={place.sessionId} />
}

const back = (): void => useNavigation.getState().back()

function Native({ sessionId }: { readonly sessionId: SessionId }) {
  const session = useCall('sessions.get', { sessionId }, ['sessions'])
  if (session.value === null)
    return (
      <>
        <ViewHeader title="Native lines" onBack={back} />
        {session.state === 'failed' ? (
          <ErrorState title="This session can’t be read" error={session.error} onRetry={session.reload} />
        ) : (
          <Loading label="Reading the session" rows={8} />
        )}
      </>
    )
  return <Lines view={session.value} />
}

function Lines({ view }: { readonly view: SessionView }) {
  const native = useNativeLines(view.id)
  const [chosen, setChosen] = useState(0)
  const { total, error } = native
  useStatusStrip({
    project: view.projectName,
    runtime: view.runtimeTitle,
    right: total === null ? null : plural(total, 'native line'),
  })
  return (
    <>
      <ViewHeader
        title={<span title={view.prompt}>Native lines of “{plainTitle(view.prompt, 60)}”</span>}
        onBack={back}
        chips={<ParsedChip view={view} />}
        actions={
          <>
            <Button
              variant="ghost"
              icon={Rewind}
              disabled={view.frames === 0}
              onClick={() => go({ view: 'replay', sessionId: view.id, frame: null })}
            >
              Replay
            </Button>
            {total !== null && total > 0 && <ParseAgain view={view} />}
          </>
        }
      />
      {error !== null && (
        <div className={total === null ? styles.middle : styles.problem}>
          <ErrorState
            inline={total !== null}
            title="The native lines can’t be read"
            error={error}
            onRetry={native.retry}
          />
        </div>
      )}
      {total === null && error === null && <Loading label="Reading the native lines" rows={10} />}
      {total === 0 && (
        <EmptyState icon={ScrollText} title="No native line" text={emptyWords(view)}>
          <Button onClick={() => go({ view: 'run', sessionId: view.id, projectId: view.projectId })}>
            Show the timeline
          </Button>
        </EmptyState>
      )}
      {total !== null && total > 0 && (
        <SplitPanels
          name="native"
          direction="vertical"
          panels={[
            {
              id: 'lines',
              size: 55,
              min: 120,
              content: (
                <NativeList
                  native={native}
                  total={total}
                  chosen={chosen}
                  startedAt={view.startedAt}
                  onChoose={setChosen}
                />
              ),
            },
            { id: 'line', size: 45, min: 96, content: <NativeDetail line={native.line(chosen)} /> },
          ]}
        />
      )}
    </>
  )
}

function emptyWords({ parsedFrom, status }: SessionView): string {
  if (parsedFrom !== null)
    return 'This session was parsed again: its native lines are kept with the earlier one.'
  return status === 'running'
    ? 'The agent program has written nothing yet.'
    : 'The agent program wrote nothing, or it was recorded before native lines were kept.'
}
