import type { GloveboxError, ProjectView } from '../../../shared'
import { call } from '../../lib/bridge'
import { plural } from '../../lib/format'
import { shortName } from '../../lib/names'
import { go } from '../../lib/navigation'
import { useProjects } from '../../lib/projects'
import { type NoticeAction, notify, notifyError } from '../../ui'
import { folderName, wayOut } from './way-out'

/** Adds folders one after the other; each that is refused gets its own answer with its way out. */
export async function addProjects(paths: readonly string[]): Promise<void> {
  go({ view: 'projects' })
  const known = new Set(useProjects.getState().projects?.map(({ id }) => id))
  const added: ProjectView[] = []
  for (const path of paths) {
    const result = await call('projects.add', { path })
    if (result.ok) added.push(result.value)
    else refuse(path, result.error)
  }
  report(added, known)
}

/** Lets the user choose a folder, and adds it. */
export async function chooseProject(): Promise<void> {
  const chosen = await call('projects.choose', {})
  if (!chosen.ok) return notifyError(chosen.error)
  if (chosen.value.path !== null) await addProjects([chosen.value.path])
}

/** Adds the repository that comes with Glovebox, for a first look. */
export async function addSample(): Promise<void> {
  go({ view: 'projects' })
  const known = new Set(useProjects.getState().projects?.map(({ id }) => id))
  const result = await call('projects.add_sample', {})
  if (result.ok) report([result.value], known)
  else notifyError(result.error, [{ label: 'Try again', run: () => void addSample() }])
}

/** Asks main to show the consent view for a project. */
export async function openConsent(project: Pick<ProjectView, 'id'>): Promise<void> {
  const result = await call('consent.open', { projectId: project.id })
  if (!result.ok) notifyError(result.error)
}

function report(added: readonly ProjectView[], known: ReadonlySet<string>): void {
  const first = added[0]
  if (first === undefined) return
  const fresh = added.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) notify({ tone: 'info', text: `${shortName(first.name)} is on the list already.` })
  else if (fresh.length === 1) notify({ tone: 'ok', text: `${shortName(fresh[0]?.name ?? '')} was added.` })
  else notify({ tone: 'ok', text: `${plural(fresh.length, 'repository', 'repositories')} were added.` })
}

function refuse(path: string, error: GloveboxError): void {
  notifyError(error, [actionOf(path, error)], `Not added: ${folderName(path)}`)
}

function actionOf(path: string, error: GloveboxError): NoticeAction {
  const way = wayOut(error)
  switch (way.type) {
    case 'add_other':
      return { label: `Add ${folderName(way.path)} instead`, run: () => void addProjects([way.path]) }
    case 'choose_other':
      return { label: 'Choose another…', run: () => void chooseProject() }
    case 'try_again':
      return { label: 'Try again', run: () => void addProjects([path]) }
  }
}
