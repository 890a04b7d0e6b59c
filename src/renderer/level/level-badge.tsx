import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { Level } from '../../shared'
import { Chip } from '../ui'
import styles from './level.module.css'
import { backendName, isNotStarted, levelSentence, levelTone } from './level-words'

export type LevelBadgeProps = {
  readonly level: Level
  readonly className?: string | undefined
}

/** What held a run, in a word; the whole of it on hover. Nothing for one that never began. */
export function LevelBadge({ level, className }: LevelBadgeProps) {
  if (isNotStarted(level)) return null
  const tone = levelTone(level)
  return (
    <Chip
      tone={tone === 'ok' ? 'neutral' : tone}
      icon={tone === 'ok' ? ShieldCheck : ShieldAlert}
      title={levelSentence(level)}
      className={className}
    >
      {backendName(level.backend)}
    </Chip>
  )
}

/** The same in running text, where a chip would be too much: a shield and the word. */
export function LevelMark({ level }: { readonly level: Level }) {
  if (isNotStarted(level)) return null
  const isCalm = levelTone(level) === 'ok'
  const Icon = isCalm ? ShieldCheck : ShieldAlert
  return (
    <span className={styles.inText} title={levelSentence(level)}>
      <Icon size={12} aria-hidden className={isCalm ? styles.held : styles.open} />
      {backendName(level.backend)}
    </span>
  )
}
