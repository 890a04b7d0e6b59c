import { CircleCheck, CircleDashed, CircleDot, CircleX, type LucideIcon } from 'lucide-react'
import type { AspectOutcome } from '../../shared'
import { cx } from '../lib/cx'
import styles from './level.module.css'
import { outcomeWords } from './level-words'

const icons: Readonly<Record<AspectOutcome, LucideIcon>> = {
  held: CircleCheck,
  partly: CircleDot,
  not_held: CircleX,
  unknown: CircleDashed,
}

export type OutcomeMarkProps = {
  readonly outcome: AspectOutcome
  readonly size?: number
  /** The word stands beside it: the mark is not read aloud. */
  readonly isSaid?: boolean
}

/** How far something is held: each outcome has a shape of its own besides its colour. */
export function OutcomeMark({ outcome, size = 14, isSaid = false }: OutcomeMarkProps) {
  const Icon = icons[outcome]
  return (
    <>
      <Icon size={size} aria-hidden className={cx(styles.mark, styles[outcome])} />
      {!isSaid && <span className="sr-only">{outcomeWords[outcome]}</span>}
    </>
  )
}
