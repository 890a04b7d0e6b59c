import type { LevelPreview, ProjectId } from '../../shared'
import { type Loaded, useCall } from './use-call'

/** At what level a run of a project would be held now; read again when a probe or a setting changes. Null: no project. */
export function useSandboxPreview(
  projectId: ProjectId | null,
): Loaded<LevelPreview> & { readonly reload: () => void } {
  return useCall('sandbox.preview', projectId === null ? null : { projectId }, ['sandbox', 'settings'])
}
