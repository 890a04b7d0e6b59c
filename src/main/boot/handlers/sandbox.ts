import { release, type } from 'node:os'
import { failure, type LevelPreview, ok, type ProjectId, type SandboxState } from '../../../shared'
import { sandboxPolicy } from '../../broker'
import type { Handlers, Notices } from '../../gateway'
import type { Sandbox } from '../../sandbox'
import type { StoreReader } from '../../store'

export type SandboxHandlerDeps = {
  readonly sandbox: Sandbox
  readonly read: StoreReader
  readonly notices: Notices
  readonly version: string
}

type SandboxCalls = Extract<keyof Handlers, `sandbox.${string}`>

export function sandboxHandlers(deps: SandboxHandlerDeps): Pick<Handlers, SandboxCalls> {
  const state = (probes: SandboxState['probes']): SandboxState => ({
    probes: [...probes],
    machine: {
      app: deps.version,
      system: `${type()} ${release()}`,
      isRoot: process.getuid?.() === 0,
    },
  })
  return {
    'sandbox.state': async () => ok(state([...(await deps.sandbox.probes())])),
    'sandbox.probe': async () => {
      const probes = await deps.sandbox.probeAgain()
      deps.notices.announce({ topic: 'sandbox', id: null })
      return ok(state([...probes]))
    },
    'sandbox.preview': async ({ projectId }) => ok(await previewLevel(deps, projectId)),
  }
}

/** At what level a run of this project would be held now. Nobody is asked. */
export async function previewLevel(
  { sandbox, read }: Pick<SandboxHandlerDeps, 'sandbox' | 'read'>,
  projectId: ProjectId,
): Promise<LevelPreview> {
  const project = read.project(projectId)
  if (project === null) {
    const { error } = failure('store.not_found', 'This project is not in the list any more. Add it again.')
    return { level: null, error, asks: false }
  }
  const policy = sandboxPolicy(read, project)
  const chosen = await sandbox.choose(policy, 'none')
  if (chosen.ok) return { level: chosen.value.level, error: null, asks: false }
  if (chosen.error.code !== 'sandbox.not_consented') return { level: null, error: chosen.error, asks: false }
  const plain = await sandbox.choose({ ...policy, subprocessConsented: true }, 'none')
  return plain.ok
    ? { level: plain.value.level, error: chosen.error, asks: true }
    : { level: null, error: plain.error, asks: false }
}
