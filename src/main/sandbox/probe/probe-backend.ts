import { type AspectResult, type BackendProbe, failure, type GloveboxError } from '../../../shared'
import type { Backend, FoundTool } from '../backend'
import { lyingPath } from './lie'
import { type ProbeDeps, probeBox } from './probe-box'

/** What a probe found, with the tool that it was made with; null: there is none. */
export type Probed = { readonly probe: BackendProbe; readonly tool: FoundTool | null }

/** Finds a backend's tool and measures what it holds. Never throws; a probe that fails says why. */
export async function probeBackend(backend: Backend, deps: ProbeDeps, now: () => number): Promise<Probed> {
  const located = await backend.locate()
  const tool = located.ok ? located.value : (located.found ?? null)
  const found = (error: GloveboxError | null, aspects: readonly AspectResult[]): Probed => ({
    tool,
    probe: {
      backend: backend.name,
      title: backend.title,
      version: tool?.version ?? null,
      path: tool?.identity?.path ?? tool?.endpoint ?? null,
      available: error === null,
      problem: error,
      warnings: [...(tool?.warnings ?? [])],
      aspects: [...aspects],
      probedAt: now(),
    },
  })
  if (!located.ok) return found(located.error, [])
  const measured = await probeBox(backend, located.value, deps).catch((cause: unknown) =>
    failure('internal.bug', 'The probe itself failed. The log says where.', {}, cause),
  )
  if (!measured.ok) return found(measured.error, [])
  return found(lieOf(backend, located.value, measured.value), measured.value)
}

function lieOf(backend: Backend, tool: FoundTool, aspects: readonly AspectResult[]): GloveboxError | null {
  const path = lyingPath(tool, aspects)
  if (path === null) return null
  const message = `${path} says it is ${backend.title} and holds nothing: what it starts runs with your account’s own rights. It will not be used. Install ${backend.title} from your system’s packages, then probe again.`
  return failure('sandbox.lying', message, { path }).error
}
