import { Zap } from 'lucide-react'
import type { AutoRunPlace } from '../../shared'
import styles from './auto-run.module.css'
import { Chip } from './chip'

type AutoRunProps = { readonly place: AutoRunPlace }

/** That a file is one which a program runs by itself: beside its name in a line. */
export function AutoRunChip({ place: { why } }: AutoRunProps) {
  return (
    <Chip tone="warn" icon={Zap} title={why}>
      runs by itself
    </Chip>
  )
}

/** The same where there is room for a mark alone. */
export function AutoRunMark({ place: { why } }: AutoRunProps) {
  return (
    <span className={styles.mark} title={`Runs by itself. ${why}`}>
      <Zap size={12} aria-hidden />
      <span className="sr-only">runs by itself</span>
    </span>
  )
}

/** The same above the file itself, with who runs it and when. */
export function AutoRunNote({ place: { why } }: AutoRunProps) {
  return (
    <p className={styles.note} role="note">
      <Zap size={13} aria-hidden />
      <span>
        <b>In your repository this would run by itself.</b> {why}
      </span>
    </p>
  )
}
