import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/bridge'
import { useCall } from '../../lib/use-call'
import { Button, ErrorState, Loading, notifyError, Panel, RelativeTime } from '../../ui'
import { AgentEntry } from './agent-entry'

/** The agent programs: what was found of each, why one can't be used, and what the user sets for it. */
export function AgentsPanel({ part }: { readonly part: string | undefined }) {
  const runtimes = useCall('runtimes.list', {}, ['runtimes'])
  const keys = useCall('keys.list', {}, ['runtimes', 'settings'])
  const [isProbing, setProbing] = useState(false)
  const probe = async (): Promise<void> => {
    setProbing(true)
    const result = await call('runtimes.probe', {})
    setProbing(false)
    if (!result.ok) return notifyError(result.error)
    runtimes.reload()
    keys.reload()
  }
  const probedAt = runtimes.value?.[0]?.probedAt
  return (
    <Panel
      title="Agents"
      actions={
        <>
          {probedAt !== undefined && (
            <span>
              probed <RelativeTime at={probedAt} />
            </span>
          )}
          <Button size="small" icon={RefreshCw} busy={isProbing} onClick={() => void probe()}>
            {isProbing ? 'Probing…' : 'Probe again'}
          </Button>
        </>
      }
    >
      {runtimes.state === 'failed' && <ErrorState inline error={runtimes.error} onRetry={runtimes.reload} />}
      {keys.state === 'failed' && (
        <ErrorState inline title="The keys can’t be listed" error={keys.error} onRetry={keys.reload} />
      )}
      {runtimes.state === 'loading' && runtimes.value === null && <Loading label="Probing agents" rows={4} />}
      <div>
        {runtimes.value?.map((runtime) => (
          <AgentEntry
            key={runtime.name}
            runtime={runtime}
            keyState={keys.value?.keys.find((each) => each.runtime === runtime.name) ?? null}
            canEncrypt={keys.value?.canEncrypt ?? false}
            part={part}
            onChanged={probe}
          />
        ))}
      </div>
    </Panel>
  )
}
