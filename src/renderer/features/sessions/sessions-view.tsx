import { Columns2, FileSearch, History } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ProjectId } from '../../../shared'
import { useHotkeys } from '../../lib/hotkeys'
import { go } from '../../lib/navigation'
import { useProjects } from '../../lib/projects'
import { Button, EmptyState, ErrorState, Loading, ViewHeader } from '../../ui'
import { comparePicks } from './acts'
import { filterSessions, type SessionFilter } from './filter'
import { FilterBar } from './filter-bar'
import { noPicks, usePicks } from './picks'
import { SessionTable } from './session-table'
import styles from './sessions.module.css'
import { useSessions } from './use-sessions'

const noFilter: SessionFilter = { text: '', status: 'all' }

/** Every recorded run, newest first: to open, to compare two, to delete. */
export function SessionsView() {
  const [projectId, setProjectId] = useState<ProjectId | null>(null)
  const [filter, setFilter] = useState<SessionFilter>(noFilter)
  const { loaded, error, reload, readOlder } = useSessions(projectId)
  const projects = useProjects((state) => state.projects)
  const { picks, set } = usePicks()
  const shown = useMemo(() => filterSessions(loaded?.sessions ?? [], filter), [loaded, filter])
  const canCompare = picks.a !== null && picks.b !== null
  useHotkeys('Comparison', [
    { keys: 'c', label: 'Compare the two picked', run: () => comparePicks(picks), disabled: !canCompare },
  ])
  const isFiltered = filter.text !== '' || filter.status !== 'all' || projectId !== null
  const isFirstUse = loaded !== null && loaded.total === 0 && !isFiltered

  return (
    <>
      <ViewHeader
        title="Sessions"
        actions={
          <>
            {picks.a !== null && (
              <Button variant="ghost" onClick={() => set(noPicks)}>
                Clear picks
              </Button>
            )}
            <Button
              variant={canCompare ? 'go' : 'plain'}
              icon={Columns2}
              keys="c"
              disabled={!canCompare}
              onClick={() => comparePicks(picks)}
            >
              {canCompare
                ? 'Compare A with B'
                : picks.a !== null
                  ? 'Pick one more to compare'
                  : 'Pick two to compare'}
            </Button>
          </>
        }
      />
      {!isFirstUse && (
        <FilterBar
          projects={projects ?? []}
          projectId={projectId}
          filter={filter}
          shown={shown.length}
          loaded={loaded}
          onProject={setProjectId}
          onFilter={setFilter}
          onOlder={readOlder}
        />
      )}
      {loaded === null && error !== null ? (
        <ErrorState title="The sessions can’t be shown" error={error} onRetry={reload} />
      ) : loaded === null ? (
        <Loading label="Reading sessions" rows={9} rowHeight={40} />
      ) : isFirstUse ? (
        <EmptyState
          icon={History}
          title="No session yet"
          text="Each run is recorded as a session: every step, each file change, what it cost. You can replay it, run it again and compare two of them."
        >
          <Button variant="go" onClick={() => go({ view: 'run', sessionId: null, projectId: null })}>
            Start a run
          </Button>
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState
          icon={FileSearch}
          title="No session matches"
          text={
            loaded.sessions.length < loaded.total
              ? `Only the newest ${loaded.sessions.length} of ${loaded.total} were searched.`
              : 'Nothing recorded has these words in its prompt, project or agent.'
          }
        >
          <Button
            onClick={() => {
              setFilter(noFilter)
              setProjectId(null)
            }}
          >
            Clear the filter
          </Button>
          {loaded.sessions.length < loaded.total && <Button onClick={readOlder}>Search older ones</Button>}
        </EmptyState>
      ) : (
        <>
          {error !== null && (
            <div className={styles.problem}>
              <ErrorState inline title="The list may be out of date" error={error} onRetry={reload} />
            </div>
          )}
          <SessionTable sessions={shown} onNearEnd={readOlder} />
        </>
      )}
    </>
  )
}
