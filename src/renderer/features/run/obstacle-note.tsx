import { ShieldAlert } from 'lucide-react'
import type { ProjectId, RuntimeName } from '../../../shared'
import { agentPart, go } from '../../lib/navigation'
import { Button } from '../../ui'
import { openConsent } from './again'
import styles from './composer.module.css'
import type { Obstacle } from './obstacle'

export type ObstacleNoteProps = {
  readonly obstacle: Obstacle
  readonly projectId: ProjectId
  readonly runtime: RuntimeName | null
}

/** What is in the way, and the button that leads out. */
export function ObstacleNote({ obstacle, projectId, runtime }: ObstacleNoteProps) {
  const { title, text, way } = obstacle
  const take = (): void => {
    switch (way?.type) {
      case 'consent':
        void openConsent(projectId, runtime)
        break
      case 'projects':
        go({ view: 'projects' })
        break
      case 'agents':
        go({ view: 'settings', part: agentPart(runtime) })
    }
  }
  return (
    <div className={styles.obstacle} role="status">
      <ShieldAlert size={16} aria-hidden />
      <div className={styles.obstacleWords}>
        <h2>{title}</h2>
        <p className="dim">{text}</p>
      </div>
      {way !== null && (
        <Button variant={way.type === 'consent' ? 'go' : 'plain'} onClick={take}>
          {way.label}
        </Button>
      )}
    </div>
  )
}
