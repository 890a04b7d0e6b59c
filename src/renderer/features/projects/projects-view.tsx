import { FolderGit2, FolderOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ProjectView } from '../../../shared'
import { reloadProjects, useProjects } from '../../lib/projects'
import { useCall } from '../../lib/use-call'
import { Button, EmptyState, ErrorState, Loading, ViewHeader } from '../../ui'
import { addSample, chooseProject } from './add-projects'
import { HistoryDialog } from './history-dialog'
import { ProjectCard } from './project-card'
import styles from './projects-view.module.css'
import { runtimeTitles } from './runtime-titles'
import { SandboxDialog } from './sandbox-dialog'
import { useCardKeys } from './use-card-keys'

/** The repositories the user added, and what agents may do on each. */
export function ProjectsView() {
  const { projects, error } = useProjects()
  const { value: runtimes } = useCall('runtimes.list', {}, ['runtimes'])
  const titleOf = useMemo(() => runtimeTitles(runtimes), [runtimes])
  const [history, setHistory] = useState<ProjectView | null>(null)
  const [sandboxed, setSandboxed] = useState<ProjectView | null>(null)
  const list = useCardKeys()

  const some = projects !== null && projects.length > 0
  return (
    <>
      <ViewHeader
        title="Projects"
        actions={
          some && (
            <Button variant="go" icon={FolderOpen} onClick={() => void chooseProject()}>
              Add a repository…
            </Button>
          )
        }
      />
      <div className={styles.body}>
        {error !== null && (
          <ErrorState
            inline={projects !== null}
            title="The projects can’t be read"
            error={error}
            onRetry={() => void reloadProjects()}
          />
        )}
        {projects === null && error === null && <Loading label="Reading projects" rows={4} rowHeight={84} />}
        {projects?.length === 0 && <FirstUse />}
        {some && (
          <ul className={styles.list} ref={list} aria-label="Projects">
            {projects.map((project) => (
              <li key={project.id}>
                <ProjectCard
                  project={project}
                  runtimes={runtimes ?? []}
                  titleOf={titleOf}
                  onHistory={() => setHistory(project)}
                  onSandbox={() => setSandboxed(project)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <HistoryDialog project={history} titleOf={titleOf} onClose={() => setHistory(null)} />
      <SandboxDialog project={sandboxed} onClose={() => setSandboxed(null)} />
    </>
  )
}

function FirstUse() {
  return (
    <EmptyState
      icon={FolderGit2}
      title="No projects yet"
      text="Drop a git repository on the window: agents work in a copy of its tracked files. Your repository stays as it is: what an agent changes is in its copy and in the record."
    >
      <Button variant="go" icon={FolderOpen} onClick={() => void chooseProject()}>
        Choose a repository…
      </Button>
      <Button onClick={() => void addSample()}>Try the sample repository</Button>
    </EmptyState>
  )
}
