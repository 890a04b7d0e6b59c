import {
  Ban,
  Check,
  CircleSlash,
  FileWarning,
  Gauge,
  LoaderCircle,
  type LucideIcon,
  Unplug,
  X,
  Zap,
} from 'lucide-react'
import type { SessionStatus } from '../../shared'
import { Chip, type Tone } from './chip'
import styles from './status-chip.module.css'

type Words = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon }

/** How each state of a session is said: icon, word, tone. */
export const statusWords: Readonly<Record<SessionStatus, Words>> = {
  running: { word: 'running', tone: 'neutral', icon: LoaderCircle },
  succeeded: { word: 'succeeded', tone: 'ok', icon: Check },
  failed: { word: 'failed', tone: 'bad', icon: X },
  denied: { word: 'denied', tone: 'warn', icon: Ban },
  unavailable: { word: 'unavailable', tone: 'warn', icon: Unplug },
  cancelled: { word: 'cancelled', tone: 'neutral', icon: CircleSlash },
  limit_exceeded: { word: 'limit reached', tone: 'bad', icon: Gauge },
  invalid_output: { word: 'invalid output', tone: 'bad', icon: FileWarning },
  interrupted: { word: 'interrupted', tone: 'warn', icon: Zap },
}

/** A session's state. `title`: what is said of it on hover. */
export function StatusChip({
  status,
  title,
}: {
  readonly status: SessionStatus
  readonly title?: string | undefined
}) {
  const { word, tone, icon } = statusWords[status]
  return (
    <Chip tone={tone} icon={icon} title={title} className={status === 'running' ? styles.running : undefined}>
      {word}
    </Chip>
  )
}
