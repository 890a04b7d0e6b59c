import type { LucideIcon } from 'lucide-react'
import type { SessionView } from '../../../../shared'
import { Button } from '../../../ui'
import styles from './summary.module.css'

type RunningNoteProps = {
  readonly left: SessionView
  readonly right: SessionView
  readonly icon: LucideIcon
  readonly onReload: () => void
}

/** Says that a side still runs: what is compared is how far it was. */
export function RunningNote({ left, right, icon, onReload }: RunningNoteProps) {
  const running = [left.status === 'running' && 'A', right.status === 'running' && 'B'].filter(Boolean)
  if (running.length === 0) return null
  return (
    <div className={styles.running} role="status">
      {running.join(' and ')} still {running.length === 1 ? 'runs' : 'run'}: this is how far{' '}
      {running.length === 1 ? 'it was' : 'they were'}.
      <Button variant="ghost" size="small" icon={icon} onClick={onReload}>
        Compare again
      </Button>
    </div>
  )
}
