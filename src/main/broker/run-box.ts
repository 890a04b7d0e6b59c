import {
  agentSettings,
  failure,
  type GloveboxError,
  type Limits,
  ok,
  type Project,
  type Result,
  sandboxOrderOf,
} from '../../shared'
import type { Invocation } from '../process'
import type { InvocationInput, SignIn } from '../runtimes'
import {
  type Box,
  type BoxRequest,
  findToolchains,
  requiredAspects,
  type SandboxChoice,
  type SandboxPolicy,
} from '../sandbox'
import type { StoreReader } from '../store'
import type { BrokerDeps } from './deps'
import type { PreparedRun } from './run'
import { openRunNetwork } from './run-network'

/** The open box of a run, and what the run's invocations are built with so that they work in it. */
export type RunBox = {
  readonly box: Box
  readonly inside: Pick<InvocationInput, 'signIn' | 'settings' | 'box'>
  /** Why the way out was lost, or is cut since nothing can be recorded; null: it is there. */
  readonly lost: () => GloveboxError | null
  /** Tells when nothing the run does can be recorded any more; its way out is cut by then. */
  readonly onUnrecorded: (listener: (error: GloveboxError) => void) => () => void
  /** Tells when it is lost; the return value ends that. */
  readonly onLost: (listener: (error: GloveboxError) => void) => () => void
  readonly close: () => Promise<void>
}

/**
 * Chooses what holds a run, by the user's order and by what was measured (I7). Where nothing but a plain process is left
 * the user is asked, for this run, in a dialog that no page can answer.
 */
export async function chooseBox(
  deps: Pick<BrokerDeps, 'sandbox' | 'read' | 'askUnsandboxed'>,
  project: Project,
): Promise<Result<SandboxChoice>> {
  const policy = sandboxPolicy(deps.read, project)
  const chosen = await deps.sandbox.choose(policy, 'none')
  if (chosen.ok || chosen.error.code !== 'sandbox.not_consented') return chosen
  if (!(await deps.askUnsandboxed(project, chosen.error))) return chosen
  return deps.sandbox.choose({ ...policy, subprocessConsented: true }, 'none')
}

/** What runs of this project (null: of any) must be held at; without the user's word for a plain process. */
export function sandboxPolicy(read: Pick<StoreReader, 'settings'>, project: Project | null): SandboxPolicy {
  const settings = read.settings()
  return {
    order: project === null ? settings.sandbox.order : sandboxOrderOf(settings, project.id),
    required: requiredAspects('none'),
    subprocessConsented: false,
  }
}

/** Opens the run's way out and its box. A plain process has neither: it is held by nothing, and says so. */
export async function openRunBox(
  deps: BrokerDeps,
  run: PreparedRun,
  { signIn, onCpuSpent }: { readonly signIn: SignIn; readonly onCpuSpent: (ceilingMs: number) => void },
): Promise<Result<RunBox>> {
  const { choice, mirror, request, candidate } = run
  const settings = agentSettings(deps.read.settings(), candidate.runtime.name)
  const isBoxed = choice.probe.backend !== 'subprocess'
  const began = deps.elapsed()
  const network = isBoxed
    ? await openRunNetwork({
        egress: deps.egress,
        provider: deps.providers.get(candidate.runtime.name) ?? null,
        runFolder: mirror.runFolder,
        policy: request.policy,
        signIn,
        settings,
        push: run.push,
      })
    : ok(null)
  if (!network.ok) return network
  let cutting: Promise<void> | undefined
  const cut = (): Promise<void> | undefined => {
    cutting ??= network.value?.close()
    return cutting
  }
  let lost: GloveboxError | null = null
  const forget =
    network.value === null
      ? () => undefined
      : deps.egress.onLost((error) => {
          lost = error
        })
  const forgetFailing = deps.batcher.onFailing((error) => {
    lost ??= unrecorded(error)
    void cut()
  })
  const toolchains = await findToolchains(deps.environment['PATH'] ?? '', deps.home)
  const opened = await deps.sandbox.open(choice, {
    token: run.sessionId,
    folders: mirror,
    mirrorAccess: mayWrite(run) ? 'write' : 'read',
    limits: boxLimits(request.policy.limits),
    network: isBoxed ? 'none' : 'host',
    forbidden: { sealed: [run.project.path, ...deps.sealed], whole: [deps.home] },
    onCpuSpent,
    ...network.value?.request,
    readPaths: toolchains.folders,
    variables: { ...toolchains.variables, ...network.value?.request.variables },
  })
  if (!opened.ok) {
    forget()
    forgetFailing()
    await cut()
    return opened
  }
  run.push({
    type: 'sandbox.opened',
    backend: choice.probe.backend,
    version: choice.probe.version,
    network: isBoxed ? (network.value === null ? 'none' : 'proxied') : 'host',
    reach: [...(network.value?.reach ?? [])],
    durationMs: Math.round(deps.elapsed() - began),
  })
  return ok({
    box: opened.value,
    inside: {
      signIn: network.value?.signIn ?? signIn,
      settings: network.value?.settings ?? settings,
      box: isBoxed ? { variables: network.value?.variables ?? {} } : null,
    },
    lost: () => lost,
    onUnrecorded: (listener) => deps.batcher.onFailing((error) => listener(unrecorded(error))),
    onLost: network.value === null ? () => () => undefined : deps.egress.onLost,
    close: async () => {
      forget()
      forgetFailing()
      await opened.value.close()
      await cut()
    },
  })
}

function unrecorded({ code, message, details }: GloveboxError): GloveboxError {
  return failure(code, `Stopped, since what the run does can’t be recorded. ${message}`, details).error
}

function boxLimits({ memoryBytes, processes, cpuMs }: Limits): BoxRequest['limits'] {
  return { memoryBytes, processes, cpuMs }
}

function mayWrite({ request }: PreparedRun): boolean {
  const { capabilities } = request.policy
  return capabilities.includes('write_mirror') || capabilities.includes('create_files')
}

/** The part of a wrapped invocation that was put in front of the program, for the record. */
export function wrapperOf(wrapped: Invocation, inner: Invocation): readonly string[] {
  const whole = [wrapped.executable, ...wrapped.args]
  const own = [inner.executable, ...inner.args]
  return whole.slice(0, Math.max(0, whole.length - own.length))
}
