import type { ProjectView, RuntimeInfo } from '../../shared'
import { notify, notifyError } from '../ui/notices'
import { call } from './bridge'
import { reloadProjects } from './projects'

/** Makes `runtime` the one that runs of a project begin with; null: none is. */
export async function preferRuntime(
  { id, name }: Pick<ProjectView, 'id' | 'name'>,
  runtime: Pick<RuntimeInfo, 'name' | 'title'> | null,
): Promise<void> {
  const result = await call('projects.prefer', { projectId: id, runtime: runtime?.name ?? null })
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
