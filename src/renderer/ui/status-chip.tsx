import {
  Ban,
  Check,
  CircleSlash,
  FileWarning,
  Gauge,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
  Unplug,
  X,
  Zap,
} from 'lucide-react'
import type { SessionStatus } from '../../shared'
import { finishedWord, statusWords } from '../lib/status-words'
import { Chip, type Tone } from './chip'
import styles from './status-chip.module.css'

type Look = { readonly tone: Tone; readonly icon: LucideIcon }

/** How the word of each state looks. */
const looks: Readonly<Record<SessionStatus, Look>> = {
  running: { tone: 'neutral', icon: LoaderCircle },
  succeeded: { tone: 'ok', icon: Check },
  failed: { tone: 'bad', icon: X },
  denied: { tone: 'warn', icon: Ban },
  unavailable: { tone: 'warn', icon: Unplug },
  cancelled: { tone: 'neutral', icon: CircleSlash },
  limit_exceeded: { tone: 'bad', icon: Gauge },
  invalid_output: { tone: 'bad', icon: FileWarning },
  interrupted: { tone: 'warn', icon: Zap },
}

export type StatusChipProps = {
  readonly status: SessionStatus
  /** What is said of it on hover. */
  readonly title?: string | undefined
  /** What speaks against a run that ended by itself (lib/outcome.ts): it is not called a success then. */
  readonly finding?: string | null
  /** Whether the finding is said in the chip, or on hover alone: where it stands beside it. */
  readonly isShort?: boolean
}

/** A session's state. */
export function StatusChip({ status, title, finding = null, isShort = false }: StatusChipProps) {
  if (finding !== null)
    return (
      <Chip tone="warn" icon={TriangleAlert} title={finding}>
        {finishedWord}
        {!isShort && <span className={styles.finding}>, {finding}</span>}
      </Chip>
    )
  const { tone, icon } = looks[status]
  return (
    <Chip tone={tone} icon={icon} title={title} className={status === 'running' ? styles.running : undefined}>
      {statusWords[status]}
    </Chip>
  )
}
