import { defaultLimits, failure, ok, type Project, type Result } from '../../../shared'
import { type Broker, readHostRule } from '../../broker'
import type { Consents } from '../../consent'
import type { Handlers, Notices } from '../../gateway'
import type { ConsentView } from '../../host'
import type { Projects } from '../../projects'
import type { RuntimeRegistry } from '../../runtimes'
import type { Sandbox } from '../../sandbox'
import type { StoreReader } from '../../store'
import type { Workspace } from '../../workspace'
import { previewLevel } from './sandbox'

export type ConsentHandlerDeps = {
  readonly read: StoreReader
  readonly consents: Consents
  readonly broker: Pick<Broker, 'cancelUnder'>
  readonly projects: Projects
  readonly runtimes: RuntimeRegistry
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  readonly view: ConsentView
  readonly notices: Notices
}

type ConsentCalls =
  | 'consent.open'
  | 'consent.history'
  | 'consent.revoke'
  | 'consent.pending'
  | 'consent.level'
  | 'consent.inventory'
  | 'consent.grant'
  | 'consent.decline'

export function consentHandlers(deps: ConsentHandlerDeps): Pick<Handlers, ConsentCalls> {
  const { read, consents, view, notices } = deps
  const pending = (): Result<Project> => {
    const id = view.pending()
    const project = id === null ? null : read.project(id)
    return project === null ? failure('store.not_found', 'No project is waiting for consent.') : ok(project)
  }
  const changed = (id: string): void => notices.announce({ topic: 'projects', id })

  return {
    'consent.open': ({ projectId, runtime }) => {
      if (read.project(projectId) === null)
        return failure('store.not_found', 'This project is not on the list any more. Add it again.')
      view.open(projectId, runtime)
      return ok({})
    },
    'consent.history': ({ projectId }) => ok([...read.consentHistory(projectId)]),
    'consent.revoke': ({ consentId, cancelRuns }) => {
      const revoked = consents.revoke(consentId)
      if (!revoked.ok) return revoked
      if (cancelRuns) deps.broker.cancelUnder(consentId)
      changed(revoked.value.projectId)
      return ok({})
    },
    'consent.pending': async () => {
      const project = pending()
      if (!project.ok) return project
      const [projectView, probes] = await Promise.all([
        deps.projects.view(project.value),
        deps.runtimes.candidates(),
      ])
      return ok({
        project: projectView,
        asked: view.asked(),
        runtimes: probes.map(({ probe }) => probe.info),
        limits: defaultLimits,
        theme: read.settings().theme,
      })
    },
    'consent.level': async () => {
      const project = pending()
      return project.ok ? ok(await previewLevel(deps, project.value.id)) : project
    },
    'consent.inventory': async () => {
      const project = pending()
      if (!project.ok) return project
      const repository = await deps.workspace.inspectRepository(project.value.path)
      return repository.ok ? deps.workspace.takeInventory(repository.value, defaultLimits) : repository
    },
    'consent.grant': async (grant) => {
      const project = pending()
      if (!project.ok) return project
      for (const host of grant.hosts ?? []) {
        const rule = readHostRule(host)
        if (!rule.ok) return rule
      }
      // The grant is for the repository that is there now, not for the one that was there when it was added.
      const identity = await deps.workspace.identity(project.value.path)
      if (identity !== project.value.identity)
        return failure(
          'consent.project_changed',
          'Not granted: another repository is at this path now. Add it again.',
        )
      const consent = consents.grant(project.value, grant)
      view.close()
      changed(project.value.id)
      return ok(consent)
    },
    'consent.decline': () => {
      const project = pending()
      if (project.ok) consents.decline(project.value)
      view.close()
      return ok({})
    },
  }
}
