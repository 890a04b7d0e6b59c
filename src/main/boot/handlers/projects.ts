import type { Result } from '../../../shared'
import { ok } from '../../../shared'
import type { Handlers, Notices } from '../../gateway'
import type { ConsentView } from '../../host'
import type { Projects } from '../../projects'

export type ProjectHandlerDeps = {
  readonly projects: Projects
  readonly view: ConsentView
  readonly notices: Notices
  /** Lays the sample repository out as a git repository of its own; its path. */
  readonly materializeSample: () => Promise<Result<string>>
}

type ProjectCalls =
  | 'projects.list'
  | 'projects.add'
  | 'projects.add_sample'
  | 'projects.prefer'
  | 'projects.remove'

export function projectHandlers(deps: ProjectHandlerDeps): Pick<Handlers, ProjectCalls> {
  const add = async (path: string) => {
    const added = await deps.projects.add(path)
    if (!added.ok) return added
    const project = await deps.projects.view(added.value)
    deps.notices.announce({ topic: 'projects', id: project.id })
    if (project.consentState !== 'live') deps.view.open(project.id)
    return ok(project)
  }
  return {
    'projects.list': async () => ok([...(await deps.projects.list())]),
    'projects.add': ({ path }) => add(path),
    'projects.add_sample': async () => {
      const path = await deps.materializeSample()
      return path.ok ? add(path.value) : path
    },
    'projects.prefer': async ({ projectId, runtime }) => {
      const preferring = deps.projects.prefer(projectId, runtime)
      if (!preferring.ok) return preferring
      deps.notices.announce({ topic: 'projects', id: projectId })
      return ok(await deps.projects.view(preferring.value))
    },
    'projects.remove': ({ projectId }) => {
      const removed = deps.projects.remove(projectId)
      if (removed.ok) deps.notices.announce({ topic: 'projects', id: projectId })
      return removed
    },
  }
}
