import type { ProjectView, SandboxBackend } from '../../../shared'
import { go } from '../../lib/navigation'
import { useSettings } from '../../lib/settings'
import { useCall } from '../../lib/use-call'
import { OrderList } from '../../sandbox'
import { Button, Dialog, ErrorState, Loading, Name, Switch } from '../../ui'

export type SandboxDialogProps = {
  /** Null: closed. */
  readonly project: ProjectView | null
  readonly onClose: () => void
}

/** In which order the sandboxes are tried for one project, where it is not as for all. */
export function SandboxDialog({ project, onClose }: SandboxDialogProps) {
  return (
    <Dialog
      open={project !== null}
      onClose={onClose}
      title={
        <>
          Sandbox for <Name of={project?.name ?? ''} />
        </>
      }
      width="medium"
      footer={
        <>
          <Button variant="ghost" onClick={() => go({ view: 'settings', part: 'sandbox' })}>
            See what each holds
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {project !== null && <OwnOrder project={project} />}
    </Dialog>
  )
}

function OwnOrder({ project: { id } }: { readonly project: ProjectView }) {
  const sandbox = useSettings((state) => state.settings.sandbox)
  const probes = useCall('sandbox.state', {}, ['sandbox'])
  const own = sandbox.projects[id] ?? null
  const set = (order: readonly SandboxBackend[] | null): void => {
    const { [id]: _, ...others } = sandbox.projects
    const projects = order === null ? others : { ...others, [id]: [...order] }
    useSettings.getState().update({ sandbox: { ...sandbox, projects } })
  }
  return (
    <>
      <Switch
        label="As for all projects"
        description="Follows the order in Settings, under Sandbox."
        checked={own === null}
        onChange={(follows) => set(follows ? null : sandbox.order)}
      />
      {own !== null && probes.value !== null && (
        <OrderList order={own} probes={probes.value.probes} onChange={set} />
      )}
      {own !== null && probes.value === null && probes.state === 'loading' && (
        <Loading label="Trying what each sandbox holds" rows={5} visible />
      )}
      {own !== null && probes.value === null && probes.state === 'failed' && (
        <ErrorState
          inline
          title="What the sandboxes hold can’t be read"
          error={probes.error}
          onRetry={probes.reload}
        />
      )}
      {own?.length === 0 && (
        <p role="status" className="dim">
          None may be used: no run on this project can start. Switch one on.
        </p>
      )}
    </>
  )
}
