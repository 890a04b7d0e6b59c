import { Ban, Check, CircleSlash, History, type LucideIcon, Play, ShieldX } from 'lucide-react'
import type { ConsentRecord, ProjectView } from '../../../shared'
import { go } from '../../lib/navigation'
import { useCall } from '../../lib/use-call'
import { Button, Dialog, ErrorState, Loading, Name, RelativeTime } from '../../ui'
import styles from './history-dialog.module.css'
import { historyWords } from './history-words'

const icons: Readonly<Record<ConsentRecord['kind'], LucideIcon>> = {
  granted: Check,
  declined: CircleSlash,
  used: Play,
  denied: ShieldX,
  revoked: Ban,
}

export type HistoryDialogProps = {
  /** Null: closed. */
  readonly project: ProjectView | null
  readonly titleOf: (runtime: string) => string
  readonly onClose: () => void
}

/** Every grant, use, denial and revocation of one project, newest first. */
export function HistoryDialog({ project, titleOf, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      open={project !== null}
      onClose={onClose}
      title={
        <>
          History of consent for <Name of={project?.name ?? ''} />
        </>
      }
      width="medium"
    >
      {project !== null && <Records project={project} titleOf={titleOf} onClose={onClose} />}
    </Dialog>
  )
}

function Records({
  project,
  titleOf,
  onClose,
}: { readonly project: ProjectView } & Omit<HistoryDialogProps, 'project'>) {
  const history = useCall('consent.history', { projectId: project.id }, ['projects'])
  if (history.state === 'failed') return <ErrorState inline error={history.error} onRetry={history.reload} />
  if (history.value === null) return <Loading label="Reading the history" rows={4} />
  if (history.value.length === 0)
    return (
      <p className={styles.none}>
        <History size={14} aria-hidden /> Nothing has been granted or declined yet.
      </p>
    )
  return (
    <ol className={styles.list}>
      {history.value
        .toSorted((a, b) => b.at - a.at)
        .map((record) => (
          <Line
            key={`${record.at} ${record.kind} ${record.consentId} ${record.sessionId}`}
            record={record}
            titleOf={titleOf}
            onClose={onClose}
          />
        ))}
    </ol>
  )
}

function Line({
  record,
  titleOf,
  onClose,
}: { readonly record: ConsentRecord } & Omit<HistoryDialogProps, 'project'>) {
  const Icon = icons[record.kind]
  const { sessionId } = record
  return (
    <li className={styles.line}>
      <Icon size={14} aria-hidden className={styles[record.kind]} />
      <span className={styles.words}>{historyWords(record, titleOf)}</span>
      {sessionId !== null && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            onClose()
            go({ view: 'replay', sessionId, frame: null })
          }}
        >
          See the session
        </Button>
      )}
      <RelativeTime at={record.at} className={styles.time} />
    </li>
  )
}
