import { Check, TriangleAlert } from 'lucide-react'
import type { Level } from '../../../shared'
import { Panel } from '../../ui'
import styles from './level-panel.module.css'

/** How a run is enforced: what is held, and what is not, said as plainly. */
export function LevelPanel({
  level,
  title = 'Enforcement',
}: {
  readonly level: Level
  readonly title?: string
}) {
  return (
    <Panel kind="section" title={title}>
      <p className={styles.title}>{level.title}</p>
      <ul className={styles.list}>
        {level.held.map((each) => (
          <li key={each}>
            <Check size={13} aria-label="held:" className={styles.held} />
            <span>{each}</span>
          </li>
        ))}
        {level.notHeld.map((each) => (
          <li key={each}>
            <TriangleAlert size={13} aria-label="not held:" className={styles.notHeld} />
            <span>{each}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
