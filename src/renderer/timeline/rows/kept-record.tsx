import { useCall } from '../../lib/use-call'
import { ErrorState, Loading } from '../../ui/states'
import { useTimeline } from '../context'
import { Terminal } from '../text/terminal'
import styles from './rows.module.css'

/** The agent program's own file, as it was kept. */
export function KeptRecord({ hash, path }: { readonly hash: string; readonly path: string }) {
  const { sessionId } = useTimeline()
  const content = useCall('sessions.content', { sessionId, hash, mode: 'file' })
  if (content.state === 'failed')
    return <ErrorState inline title="The file can’t be read" error={content.error} onRetry={content.reload} />
  if (content.value === null) return <Loading label={`Reading ${path}`} rows={3} />
  if (content.value.type !== 'text')
    return <p className="faint">It can’t be shown as text. It is kept with the session.</p>
  return <Terminal text={content.value.text} label={path} className={styles.below} />
}
