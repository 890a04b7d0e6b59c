import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { Level } from '../../shared'
import { Panel } from '../ui'
import styles from './level.module.css'
import { LevelList } from './level-list'
import { isNotStarted, levelTone } from './level-words'

export type LevelPanelProps = { readonly level: Level; readonly title?: string }

/** How a run is enforced: what is held, and what is not, said as plainly. */
export function LevelPanel({ level, title = 'Enforcement' }: LevelPanelProps) {
  if (isNotStarted(level)) return null
  return (
    <Panel kind="section" title={title}>
      <LevelTitle level={level} />
      <LevelList level={level} />
    </Panel>
  )
}

/** The level's name, with a shield that warns where it has to. */
export function LevelTitle({ level }: { readonly level: Level }) {
  const isCalm = levelTone(level) === 'ok'
  return (
    <p className={styles.title}>
      {isCalm ? (
        <ShieldCheck size={14} aria-hidden className={styles.held} />
      ) : (
        <ShieldAlert size={14} aria-hidden className={styles.open} />
      )}
      {level.title}
      {level.version != null && <span className={styles.version}>{level.version}</span>}
    </p>
  )
}
