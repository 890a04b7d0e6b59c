import { Check, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { RuntimeInfo } from '../../../shared'
import { call } from '../../lib/bridge'
import { useCall } from '../../lib/use-call'
import { Button, Chip, ErrorState, Loading, notifyError, Panel, RelativeTime } from '../../ui'
import styles from './settings-view.module.css'

/** The agent programs that were looked for, and what was found. */
export function RuntimesPanel() {
  const runtimes = useCall('runtimes.list', {}, ['runtimes'])
  const [probing, setProbing] = useState(false)
  const probe = async () => {
    setProbing(true)
    const result = await call('runtimes.probe', {})
    setProbing(false)
    if (!result.ok) return notifyError(result.error)
    runtimes.reload()
  }
  const probedAt = runtimes.value?.[0]?.probedAt
  return (
    <Panel
      title="Runtimes on this machine"
      actions={
        <>
          {probedAt !== undefined && (
            <span>
              probed <RelativeTime at={probedAt} />
            </span>
          )}
          <Button size="small" icon={RefreshCw} busy={probing} onClick={() => void probe()}>
            {probing ? 'Probing…' : 'Probe again'}
          </Button>
        </>
      }
    >
      {runtimes.state === 'failed' && <ErrorState inline error={runtimes.error} onRetry={runtimes.reload} />}
      {runtimes.state === 'loading' && runtimes.value === null && (
        <Loading label="Probing runtimes" rows={3} />
      )}
      <div>
        {runtimes.value?.map((runtime) => (
          <Runtime key={runtime.name} runtime={runtime} />
        ))}
      </div>
    </Panel>
  )
}

function Runtime({ runtime }: { readonly runtime: RuntimeInfo }) {
  const { title, description, version, executable, unavailable } = runtime
  return (
    <article className={styles.entry}>
      <div className={styles.title}>
        <h3>{title}</h3>
        {version !== null && <span className="dim">{version}</span>}
        {unavailable === null ? (
          <Chip tone="ok" icon={Check}>
            ready
          </Chip>
        ) : (
          <Chip tone="warn" icon={Unplug}>
            can’t be used
          </Chip>
        )}
      </div>
      <p className={styles.reason}>{description}</p>
      {unavailable !== null && (
        <p className={styles.reason} data-selectable>
          {unavailable.message}
        </p>
      )}
      {executable !== null && (
        <p className={styles.path} data-selectable>
          {executable}
        </p>
      )}
    </article>
  )
}
