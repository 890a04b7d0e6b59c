import type { ProjectView, RuntimeInfo } from '../../shared'
import { notify, notifyError } from '../ui/notices'
import { call } from './bridge'
import { shortName } from './names'
import { reloadProjects } from './projects'

/** Makes `runtime` the one that runs of a project begin with; null: none is. */
export async function preferRuntime(
  project: Pick<ProjectView, 'id' | 'name'>,
  runtime: Pick<RuntimeInfo, 'name' | 'title'> | null,
): Promise<void> {
  const name = shortName(project.name)
  const result = await call('projects.prefer', { projectId: project.id, runtime: runtime?.name ?? null })
  if (!result.ok) return notifyError(result.error)
  notify({
    tone: 'ok',
    text:
      runtime === null
        ? `No agent is preferred for ${name} now.`
        : `Runs on ${name} begin with ${runtime.title} now.`,
  })
  await reloadProjects()
}
