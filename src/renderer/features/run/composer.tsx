import { FolderGit2, Play } from 'lucide-react'
import { useId, useState } from 'react'
import { inert, type ProjectId, type ProjectView, type RuntimeInfo } from '../../../shared'
import { stripLevel } from '../../level'
import { useAppInfo } from '../../lib/app-info'
import { call } from '../../lib/bridge'
import { useHotkeys } from '../../lib/hotkeys'
import { shortName } from '../../lib/names'
import { go } from '../../lib/navigation'
import { useProjects } from '../../lib/projects'
import { useSandboxPreview } from '../../lib/sandbox'
import { useStatusStrip } from '../../lib/status-strip'
import { useCall } from '../../lib/use-call'
import { Button, EmptyState, ErrorState, Loading, notifyError, Select, useNow, ViewHeader } from '../../ui'
import styles from './composer.module.css'
import { ComposerForm } from './composer-form'
import { ComposerSummary } from './composer-summary'
import { emptyDraft, useDrafts } from './draft'
import { LevelLine } from './level-line'
import { missingWords } from './missing'
import { compose } from './request'
import { RunningMenu } from './running-menu'
import { useSchemaCheck } from './schema/use-schema-check'

/** Where a run begins: what is asked, of whom, with which powers and limits. `wanted`: the project to begin with. */
export function Composer({ wanted }: { readonly wanted: ProjectId | null }) {
  const { projects, error } = useProjects()
  const runtimes = useCall('runtimes.list', {}, ['runtimes'])
  const lastProject = useDrafts((state) => state.lastProject)
  const [chosen, setChosen] = useState<ProjectId | null>(null)
  if (projects === null && error !== null)
    return (
      <Framed>
        <ErrorState title="Your projects can’t be read" error={error} />
      </Framed>
    )
  if (runtimes.state === 'failed' && runtimes.value === null)
    return (
      <Framed>
        <ErrorState title="The agents can’t be read" error={runtimes.error} onRetry={runtimes.reload} />
      </Framed>
    )
  if (projects === null || runtimes.value === null)
    return (
      <Framed>
        <Loading label="Reading projects and agents" rows={7} rowHeight={32} />
      </Framed>
    )
  const has = (id: ProjectId | null) => projects.find((project) => project.id === id)
  const project = has(chosen) ?? has(wanted) ?? has(lastProject) ?? firstChoice(projects)
  if (project === undefined)
    return (
      <Framed>
        <EmptyState
          icon={FolderGit2}
          title="No project to run on yet"
          text="An agent works on a copy of one of your git repositories. Add one, and choose what an agent may do with the copy."
        >
          <Button variant="go" onClick={() => go({ view: 'projects' })}>
            Add a project
          </Button>
        </EmptyState>
      </Framed>
    )
  return <Ready project={project} projects={projects} runtimes={runtimes.value} onProject={setChosen} />
}

const firstChoice = (projects: readonly ProjectView[]) =>
  projects.find(({ consentState }) => consentState === 'live') ?? projects[0]

function Framed({ children }: { readonly children: React.ReactNode }) {
  return (
    <>
      <ViewHeader title="New run" actions={<RunningMenu current={null} />} />
      <div className={styles.middle}>{children}</div>
    </>
  )
}

type ReadyProps = {
  readonly project: ProjectView
  readonly projects: readonly ProjectView[]
  readonly runtimes: readonly RuntimeInfo[]
  readonly onProject: (project: ProjectId) => void
}

function Ready({ project, projects, runtimes, onProject }: ReadyProps) {
  const now = useNow()
  const draft = useDrafts((state) => state.drafts[project.id] ?? emptyDraft)
  const change = useDrafts((state) => state.change)
  const check = useSchemaCheck(draft.hasSchema ? draft.schema : null)
  const sample = useAppInfo((state) => state.info?.sampleRepository ?? null)
  const isSample = sample === null || sample === project.path
  const composed = compose(project, runtimes, draft, now, check.state === 'wrong', isSample)
  const preview = useSandboxPreview(project.id)
  // While it is not known, main decides: it waits for the probes.
  const isHeld = preview.state !== 'ready' || preview.value.level !== null
  const missing = missingWords(composed, draft, isHeld)
  const reasonId = useId()
  const [isStarting, setStarting] = useState(false)
  const request = isHeld ? composed.request : null

  const start = async (): Promise<void> => {
    if (request === null || isStarting) return
    setStarting(true)
    change(project.id, { runtime: request.runtime, variant: request.variant })
    const result = await call('runs.start', request)
    setStarting(false)
    if (!result.ok) return notifyError(result.error)
    // The next prompt is another question: its answer is not asked for in this form.
    change(project.id, { hasSchema: false, showLimits: false })
    go({ view: 'run', sessionId: result.value.sessionId, projectId: project.id })
  }
  useHotkeys('New run', [
    { keys: 'mod+Enter', label: 'Start the run', run: () => void start(), disabled: request === null },
  ])
  const level = preview.value?.level ?? null
  useStatusStrip({
    project: project.name,
    runtime: composed.runtime?.title ?? null,
    level: level === null ? null : stripLevel(level),
  })

  return (
    <>
      <ViewHeader
        title="New run"
        actions={
          <>
            <RunningMenu current={null} />
            {missing !== null && (
              <span id={reasonId} className={styles.reason}>
                {missing}
              </span>
            )}
            <Button
              variant="go"
              icon={Play}
              keys="mod+Enter"
              busy={isStarting}
              disabled={request === null}
              title={missing ?? undefined}
              aria-describedby={missing === null ? undefined : reasonId}
              onClick={() => void start()}
            >
              {isStarting ? 'Starting…' : 'Start run'}
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.form}>
          <Select
            label="Project"
            value={project.id}
            options={projects.map(({ id, name, path }) => ({
              value: id,
              label: `${shortName(name)} · ${inert(path)}`,
            }))}
            onChange={onProject}
          />
          <LevelLine preview={preview} />
          <ComposerForm
            draft={draft}
            composed={composed}
            check={check}
            project={project}
            isSample={isSample}
            level={level}
            onChange={(patch) => change(project.id, patch)}
          />
        </div>
        <ComposerSummary composed={composed} level={level} />
      </div>
    </>
  )
}
