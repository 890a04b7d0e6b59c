import { type Ref, useRef } from 'react'
import type { ProjectId, ProjectView } from '../../../shared'
import { formatCount } from '../../lib/format'
import { useHotkeys } from '../../lib/hotkeys'
import { shortName } from '../../lib/names'
import { Button, Select, TextField } from '../../ui'
import { type SessionFilter, type StatusGroup, statusGroups, statusGroupWords } from './filter'
import type { LoadedSessions } from './loaded-sessions'
import styles from './sessions.module.css'

export type FilterBarProps = {
  readonly projects: readonly ProjectView[]
  readonly projectId: ProjectId | null
  readonly filter: SessionFilter
  readonly shown: number
  readonly loaded: LoadedSessions | null
  readonly onProject: (projectId: ProjectId | null) => void
  readonly onFilter: (filter: SessionFilter) => void
  readonly onOlder: () => void
}

/** Narrows the list, and says how much of it was looked through. */
export function FilterBar(props: FilterBarProps) {
  const { projects, projectId, filter, onProject, onFilter } = props
  const field = useRef<HTMLInputElement>(null)
  useHotkeys('Find', [{ keys: ['/', 'mod+f'], label: 'Filter', run: () => field.current?.select() }])
  return (
    <div className={styles.filters}>
      <TextField
        ref={field as Ref<HTMLInputElement>}
        type="search"
        label="Filter by words"
        hideLabel
        placeholder="Words of the prompt, project or agent"
        value={filter.text}
        fieldClassName={styles.words}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.closest('main')?.querySelector<HTMLElement>('[role="grid"]')?.focus()
        }}
      />
      <Select
        label="Project"
        fieldClassName={styles.project}
        hideLabel
        value={projectId ?? 'all'}
        options={[
          { value: 'all', label: 'All projects' },
          ...projects.map(({ id, name }) => ({ value: id as string, label: shortName(name) })),
        ]}
        onChange={(value) => onProject(projects.find(({ id }) => id === value)?.id ?? null)}
      />
      <Select<StatusGroup>
        label="Status"
        fieldClassName={styles.status}
        hideLabel
        value={filter.status}
        options={statusGroups.map((value) => ({ value, label: statusGroupWords[value] }))}
        onChange={(status) => onFilter({ ...filter, status })}
      />
      <Extent {...props} />
    </div>
  )
}

function Extent({ filter, shown, loaded, onOlder }: FilterBarProps) {
  if (loaded === null) return null
  const { sessions, total } = loaded
  const narrowed = filter.text !== '' || filter.status !== 'all'
  const isPart = sessions.length < total
  return (
    <span className={styles.extent} role="status">
      {narrowed
        ? `${formatCount(shown)} of ${isPart ? `the newest ${formatCount(sessions.length)}` : formatCount(total)}`
        : `${formatCount(total)} recorded`}
      {narrowed && isPart && (
        <Button size="small" variant="ghost" onClick={onOlder}>
          Search older ones
        </Button>
      )}
    </span>
  )
}
