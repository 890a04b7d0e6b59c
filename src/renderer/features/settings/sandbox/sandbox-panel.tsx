import { ClipboardCopy, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SandboxBackend, SandboxState } from '../../../../shared'
import { call } from '../../../lib/bridge'
import { useSettings } from '../../../lib/settings'
import { useCall } from '../../../lib/use-call'
import { copySandboxReport, OrderList, orderWords } from '../../../sandbox'
import { Button, ErrorState, notifyError, Panel, RelativeTime } from '../../../ui'
import { AspectMatrix } from './aspect-matrix'
import { BackendDetail } from './backend-detail'
import { ImagePanel } from './image-panel'
import { ProbeProgress } from './probe-progress'
import styles from './sandbox.module.css'

/** What can hold a run on this machine: in which order it is tried, what each holds, and why one can’t be used. */
export function SandboxPanel() {
  const state = useCall('sandbox.state', {}, ['sandbox'])
  const [isProbing, setProbing] = useState(false)
  const probe = async (): Promise<void> => {
    setProbing(true)
    const result = await call('sandbox.probe', {})
    setProbing(false)
    if (!result.ok) return notifyError(result.error)
    state.reload()
  }
  const { value } = state
  const isBusy = isProbing || (state.state === 'loading' && value === null)
  const probedAt = value === null ? null : lastProbe(value)
  return (
    <>
      <Panel
        title="Sandbox"
        actions={
          <>
            {probedAt !== null && !isBusy && (
              <span>
                probed <RelativeTime at={probedAt} />
              </span>
            )}
            <Button
              size="small"
              variant="ghost"
              icon={ClipboardCopy}
              disabled={value === null}
              onClick={() => void copySandboxReport()}
            >
              Copy report
            </Button>
            <Button size="small" icon={RefreshCw} busy={isBusy} onClick={() => void probe()}>
              {isBusy ? 'Probing…' : 'Probe again'}
            </Button>
          </>
        }
      >
        <p className={styles.lead}>
          Each run is held by the first of these that holds what it must: nothing weaker is taken in its
          place. What one holds was tried on this machine, on the host and inside, and is tried again when its
          program changes.
        </p>
        {isBusy && <ProbeProgress isFirst={value === null} />}
        {state.state === 'failed' && (
          <ErrorState
            inline
            title="What the sandboxes hold can’t be read"
            error={state.error}
            onRetry={state.reload}
          />
        )}
        {value !== null && <Found state={value} isOld={isBusy} />}
      </Panel>
      {value?.probes.some(({ backend, available }) => backend === 'docker' && available) === true && (
        <ImagePanel />
      )}
    </>
  )
}

const lastProbe = ({ probes }: SandboxState): number | null =>
  probes.length === 0 ? null : Math.max(...probes.map(({ probedAt }) => probedAt))

function Found({ state: { probes }, isOld }: { readonly state: SandboxState; readonly isOld: boolean }) {
  const sandbox = useSettings((now) => now.settings.sandbox)
  const { order } = sandbox
  const change = (next: readonly SandboxBackend[]): void =>
    useSettings.getState().update({ sandbox: { ...sandbox, order: [...next] } })
  return (
    <div className={isOld ? styles.old : undefined}>
      <OrderList order={order} probes={probes} onChange={change}>
        {(_, probe) => probe !== undefined && <BackendDetail probe={probe} />}
      </OrderList>
      <OrderNote order={order} probes={probes} />
      <AspectMatrix order={order} probes={probes} />
    </div>
  )
}

type OrderNoteProps = Pick<SandboxState, 'probes'> & { readonly order: readonly SandboxBackend[] }

function OrderNote({ order, probes }: OrderNoteProps) {
  const text = orderWords(order, probes)
  if (text === null) return null
  return (
    <p className={styles.note} role="status">
      <TriangleAlert size={14} aria-hidden />
      {text}
    </p>
  )
}
