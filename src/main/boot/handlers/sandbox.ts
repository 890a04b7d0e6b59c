import { release, type } from 'node:os'
import {
  failure,
  type ImageChoice,
  type ImageProgress,
  type LevelPreview,
  ok,
  type ProjectId,
  type SandboxState,
} from '../../../shared'
import { sandboxPolicy } from '../../broker'
import type { Handlers, Notices } from '../../gateway'
import type { Sandbox } from '../../sandbox'
import type { StoreReader } from '../../store'
import type { Services } from '../services'

export type SandboxHandlerDeps = {
  readonly sandbox: Sandbox
  readonly read: StoreReader
  readonly notices: Notices
  readonly images: Services['images']
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
    'sandbox.images': async () => {
      const images = await imagesOf(deps)
      if (!images.ok) return images
      const choice = deps.read.settings().sandbox.image
      const [listed, name] = await Promise.all([images.value.list(), images.value.find(choice)])
      return listed.ok ? ok({ images: [...listed.value], choice, isThere: name !== null }) : listed
    },
    'sandbox.preview': async ({ projectId }) => ok(await previewLevel(deps, projectId)),
  }
}

const imagesOf = ({ images }: Pick<SandboxHandlerDeps, 'images'>) =>
  images === null
    ? Promise.resolve(failure('sandbox.unsupported', 'There is no container engine for this system.'))
    : images()

/** Makes or pulls an image, and tells each step and the end. */
export async function ensureImage(
  deps: Pick<SandboxHandlerDeps, 'images' | 'read'>,
  choice: ImageChoice,
  tell: (progress: ImageProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  // Another image is taken from elsewhere only once the user has confirmed it, as the setting says.
  if (
    choice.type === 'named' &&
    JSON.stringify(choice) !== JSON.stringify(deps.read.settings().sandbox.image)
  )
    return tell({
      type: 'failed',
      error: failure('settings.invalid', 'This image is not the one that is set. Choose it first.').error,
    })
  const images = await imagesOf(deps)
  const made = images.ok
    ? await images.value.ensure(choice, { signal, onProgress: (text) => tell({ type: 'step', text }) })
    : images
  tell(made.ok ? { type: 'ready', name: made.value } : { type: 'failed', error: made.error })
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
