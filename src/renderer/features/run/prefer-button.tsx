import { Star, StarOff } from 'lucide-react'
import type { ProjectView, RuntimeInfo } from '../../../shared'
import { shortName } from '../../lib/names'
import { preferRuntime } from '../../lib/prefer'
import { Button } from '../../ui'

/** Makes the runtime that is chosen the one that this project's runs begin with, or takes that back. */
export function PreferButton({
  project,
  runtime,
}: {
  readonly project: ProjectView
  readonly runtime: RuntimeInfo
}) {
  const isPreferred = project.preferredRuntime === runtime.name
  return (
    <Button
      size="small"
      variant="ghost"
      icon={isPreferred ? StarOff : Star}
      onClick={() => void preferRuntime(project, isPreferred ? null : runtime)}
    >
      {isPreferred
        ? `Stop preferring ${runtime.title} for ${shortName(project.name)}`
        : `Prefer ${runtime.title} for ${shortName(project.name)}`}
    </Button>
  )
}
