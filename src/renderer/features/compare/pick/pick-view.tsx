import { Columns2, Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SessionId, SessionView } from '../../../../shared'
import { go } from '../../../lib/navigation'
import { useCall } from '../../../lib/use-call'
import { Button, EmptyState, ErrorState, Loading, TextField, ViewHeader } from '../../../ui'
import { pickGroups } from '../model/pick-groups'
import styles from './pick.module.css'
import { PickColumn } from './pick-column'

type PickViewProps = { readonly left: SessionId | null; readonly right: SessionId | null }

/** Sessions to choose from: the newest ones. */
const limit = 300

/** Two sessions to choose, as long as there are not two. */
export function PickView({ left, right }: PickViewProps) {
  const loaded = useCall('sessions.list', { projectId: null, before: null, limit }, ['sessions'])
  const [text, setText] = useState('')
  const sessions = useMemo(
    () => (loaded.value?.sessions ?? []).filter(({ frames }) => frames > 0),
    [loaded.value],
  )
  const find = (id: SessionId | null) => sessions.find((session) => session.id === id) ?? null
  const choose = (side: 'left' | 'right') => (session: SessionView) =>
    go({ view: 'compare', left, right, [side]: session.id })

  if (loaded.value === null)
    return (
      <>
        <ViewHeader title="Compare" />
        {loaded.state === 'failed' ? (
          <ErrorState error={loaded.error} title="The sessions can’t be read" onRetry={loaded.reload} />
        ) : (
          <Loading label="Reading sessions" rows={8} rowHeight={44} />
        )}
      </>
    )
  if (sessions.length < 2)
    return (
      <>
        <ViewHeader title="Compare" />
        <EmptyState
          icon={Columns2}
          title="Two runs, side by side"
          text={
            sessions.length === 0
              ? 'Run one request twice, with another agent or scenario, and see frame by frame where they part and what each leaves.'
              : 'There is one session so far. Run its request again differently, and see frame by frame where the two part.'
          }
        >
          <Button
            variant="go"
            icon={Play}
            onClick={() => go({ view: 'run', sessionId: null, projectId: null })}
          >
            Start a run
          </Button>
        </EmptyState>
      </>
    )
  return (
    <>
      <ViewHeader
        title="Compare"
        actions={
          <TextField
            label="Find sessions"
            hideLabel
            type="search"
            placeholder="Prompt, agent or project"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        }
      />
      <div className={styles.columns}>
        <PickColumn
          side="a"
          chosen={find(left)}
          groups={pickGroups(sessions, find(right), text)}
          onChoose={choose('left')}
        />
        <PickColumn
          side="b"
          chosen={find(right)}
          groups={pickGroups(sessions, find(left), text)}
          onChoose={choose('right')}
        />
      </div>
    </>
  )
}
