import { ChevronDown, Star } from 'lucide-react'
import type { ProjectView, RuntimeInfo } from '../../../shared'
import { shortName } from '../../lib/names'
import { preferRuntime } from '../../lib/prefer'
import { Button, DropdownMenu, type MenuEntry } from '../../ui'
import styles from './project-card.module.css'

export type PreferredAgentProps = {
  readonly project: ProjectView
  readonly runtimes: readonly RuntimeInfo[]
  readonly titleOf: (runtime: string) => string
}

/** The agent that runs of this project begin with, and the menu that changes it. Nothing where there is no choice. */
export function PreferredAgent({ project, runtimes, titleOf }: PreferredAgentProps) {
  const { preferredRuntime } = project
  if (runtimes.length < 2 && preferredRuntime === null) return null
  const entries: readonly MenuEntry[] = [
    { type: 'label', label: `Runs on ${shortName(project.name)} begin with` },
    {
      type: 'item',
      label: 'The first that can be used',
      checked: preferredRuntime === null,
      onSelect: () => void preferRuntime(project, null),
    },
    ...runtimes.map(
      (runtime): MenuEntry => ({
        type: 'item',
        label: runtime.unavailable === null ? runtime.title : `${runtime.title} (can’t be used now)`,
        checked: preferredRuntime === runtime.name,
        onSelect: () => void preferRuntime(project, runtime),
      }),
    ),
  ]
  return (
    <div className={styles.preferred}>
      <DropdownMenu
        align="start"
        trigger={
          <Button size="small" variant="ghost" icon={Star}>
            {preferredRuntime === null ? 'No preferred agent' : `Prefers ${titleOf(preferredRuntime)}`}
            <ChevronDown size={12} aria-hidden />
          </Button>
        }
        entries={entries}
      />
    </div>
  )
}
