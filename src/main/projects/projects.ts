import {
  consentState,
  type Done,
  done,
  failure,
  ok,
  type Project,
  type ProjectId,
  type ProjectView,
  type Result,
  type RuntimeName,
} from '../../shared'
import type { Consents } from '../consent'
import type { StoreReader, StoreWriter } from '../store'
import type { Workspace } from '../workspace'

/** The repositories the user added. Removing one takes it off the list; its sessions stay. */
export type Projects = {
  /** Adds the repository at `path`, or finds it again if it is on the list already. */
  readonly add: (path: string) => Promise<Result<Project>>
  readonly list: () => Promise<readonly ProjectView[]>
  readonly view: (project: Project) => Promise<ProjectView>
  /** Sets the runtime that this project's runs use unless they name another. */
  readonly prefer: (id: ProjectId, runtime: RuntimeName | null) => Result<Project>
  readonly remove: (id: ProjectId) => Result<Done>
}

export type ProjectDeps = {
  readonly read: Pick<StoreReader, 'projects' | 'project' | 'consents' | 'sessionCount'>
  readonly write: Pick<StoreWriter, 'addProject' | 'removeProject'>
  readonly consents: Pick<Consents, 'newest' | 'revoke'>
  readonly workspace: Pick<Workspace, 'inspectRepository'>
  readonly now: () => number
  readonly newProjectId: () => ProjectId
}

export function createProjects({
  read,
  write,
  consents,
  workspace,
  now,
  newProjectId,
}: ProjectDeps): Projects {
  const view = async (project: Project): Promise<ProjectView> => {
    const repository = await workspace.inspectRepository(project.path)
    const consent = consents.newest(project)
    const swapped = repository.ok && repository.value.identity !== project.identity
    const problem = repository.ok ? (swapped ? otherRepository : null) : repository.error.message
    return {
      ...project,
      head: repository.ok ? repository.value.head : null,
      problem,
      consent,
      consentState: consent === null ? null : consentState(consent, now()),
      sessions: read.sessionCount(project.id),
    }
  }

  return {
    add: async (path) => {
      const repository = await workspace.inspectRepository(path)
      if (!repository.ok) return repository
      const { identity, name, path: realPath } = repository.value
      const known = read.projects().find((each) => each.path === realPath)
      if (known?.identity === identity) return ok(known)
      // Another repository now lies at the path: it is a project of its own, and no consent of the old one holds for it.
      if (known !== undefined) write.removeProject(known.id)
      const project: Project = {
        id: newProjectId(),
        name,
        path: realPath,
        identity,
        addedAt: now(),
        preferredRuntime: null,
      }
      write.addProject(project)
      return ok(project)
    },
    list: () => Promise.all(read.projects().map(view)),
    view,
    prefer: (id, runtime) => {
      const project = read.project(id)
      if (project === null) return failure('store.not_found', 'This project is not on the list any more.')
      const preferring: Project = { ...project, preferredRuntime: runtime }
      write.addProject(preferring)
      return ok(preferring)
    },
    remove: (id) => {
      const project = read.project(id)
      if (project === null) return failure('store.not_found', 'This project is not on the list any more.')
      const consent = consents.newest(project)
      if (consent !== null && consentState(consent, now()) === 'live') consents.revoke(consent.id)
      write.removeProject(id)
      return done
    },
  }
}

const otherRepository = 'Another repository is at this path now. Add it again to work with it.'
