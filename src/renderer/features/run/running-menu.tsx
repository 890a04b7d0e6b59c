import { Activity } from 'lucide-react'
import type { SessionId } from '../../../shared'
import { shortName } from '../../lib/names'
import { go } from '../../lib/navigation'
import { useRunning } from '../../lib/running'
import { plainTitle } from '../../timeline'
import { Button, DropdownMenu } from '../../ui'

import styles from './live-header.module.css'

/** Leads to the other runs that go on now; nothing when there are none. */
export function RunningMenu({ current }: { readonly current: SessionId | null }) {
  const running = useRunning((state) => state.running)
  const others = running.filter(({ id }) => id !== current)
  if (others.length === 0) return null
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" icon={Activity}>
          {others.length}
          <span className={styles.spoken}>{current === null ? 'running' : 'more running'}</span>
        </Button>
      }
      entries={running.map(({ id, projectId, projectName, runtimeTitle, prompt }) => ({
        type: 'item',
        label: `${runtimeTitle} on ${shortName(projectName)}: ${plainTitle(prompt, 40)}`,
        checked: id === current,
        onSelect: () => go({ view: 'run', sessionId: id, projectId }),
      }))}
    />
  )
}
