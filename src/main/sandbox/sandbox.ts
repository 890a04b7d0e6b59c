import { type BackendProbe, failure, type Level, ok, type Result } from '../../shared'
import { sameExecutable } from '../process'
import type { Backend, BoxRequest, FoundTool } from './backend'
import { chooseBackend, type SandboxPolicy } from './choice'
import { type Box, type CommandDefaults, createBox } from './command-box'
import { levelOfRun } from './level'
import { removeLeftGroups } from './limits/left-groups'
import { removeLeftProbes } from './probe/left-probes'
import { type Probed, probeBackend } from './probe/probe-backend'
import type { ProbeDeps } from './probe/probe-box'

export type SandboxDeps = {
  readonly backends: readonly Backend[]
  readonly probe: ProbeDeps
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly commands?: CommandDefaults
}

/** What a run would be, and is, held by. */
export type SandboxChoice = { readonly probe: BackendProbe; readonly level: Level }

/** Every backend of this machine behind one face. */
export type Sandbox = {
  /** What each backend holds, measured; measured again only where its program is not the same file any more. */
  readonly probes: () => Promise<readonly BackendProbe[]>
  /** Measures all anew. */
  readonly probeAgain: () => Promise<readonly BackendProbe[]>
  /** Which backend a run would get and at what level; fails with why none may be used. */
  readonly choose: (policy: SandboxPolicy, network: 'none' | 'host') => Promise<Result<SandboxChoice>>
  /** Opens a session's box with what was chosen. Fails with `sandbox.changed` when that is not what was probed. */
  readonly open: (choice: SandboxChoice, request: BoxRequest) => Promise<Result<Box>>
  /** At a start, before any probe: takes away what probes and the boxes of these sessions left after a crash. */
  readonly recover: (tokens: readonly string[]) => Promise<void>
}

export function createSandbox({ backends, probe: probeDeps, now, commands }: SandboxDeps): Sandbox {
  const known = new Map<Backend, Promise<Probed>>()

  const measure = (backend: Backend): Promise<Probed> => {
    const probed = probeBackend(backend, probeDeps, now)
    known.set(backend, probed)
    return probed
  }
  const current = async (backend: Backend): Promise<Probed> => {
    const before = known.get(backend)
    if (before === undefined) return measure(backend)
    const found = await before
    if (
      !(found.tool !== null && backend.isOutdated?.(found.tool) === true) &&
      (await isCurrent(found, now()))
    )
      return found
    // Someone else may have noticed while we looked.
    return known.get(backend) === before ? measure(backend) : current(backend)
  }
  const probes = async (): Promise<readonly BackendProbe[]> => {
    const all: BackendProbe[] = []
    // One after the other: each measures times and ends processes, and the machine has other things to do.
    for (const backend of backends) all.push((await current(backend)).probe)
    return all
  }

  return {
    probes,
    probeAgain: async () => {
      known.clear()
      return probes()
    },
    choose: async (policy, network) => {
      const measured: BackendProbe[] = []
      let chosen = chooseBackend(measured, policy)
      // Best first, and no further than to the first that will do: the others' probes would only take time.
      for (const name of policy.order) {
        const backend = backends.find((each) => each.name === name)
        if (backend === undefined || (name === 'subprocess' && !policy.subprocessConsented)) continue
        measured.push((await current(backend)).probe)
        chosen = chooseBackend(measured, policy)
        if (chosen.ok) break
      }
      if (!chosen.ok) return chosen
      const { probe } = chosen.value
      return ok({ probe, level: levelOfRun(probe, { network }) })
    },
    open: async ({ probe }, request) => {
      const backend = backends.find(({ name }) => name === probe.backend)
      const probed = backend === undefined ? undefined : await known.get(backend)
      const tool = probed?.probe === probe && probe.available ? probed.tool : null
      if (backend === undefined || tool === null || !(await isUnchanged(tool)))
        return failure(
          'sandbox.changed',
          'Not started: the sandbox is not the one that was probed any more. Probe again in Settings.',
          { backend: probe.backend },
        )
      const opened = await backend.open(tool, request)
      if (!opened.ok) return opened
      const level = levelOfRun(probe, request)
      return ok(
        createBox({
          open: opened.value,
          request,
          backend: probe.backend,
          level,
          runBounded: probeDeps.runBounded,
          defaults: commands ?? {},
        }),
      )
    },
    recover: async (tokens) => {
      // Not waited for: an engine may be far away, and what it keeps is told from what is opened from now on.
      for (const backend of backends) void backend.recover?.()
      await removeLeftProbes(probeDeps)
      await removeLeftGroups(tokens)
    },
  }
}

/** A machine's settings change without a sign, so a backend that could not be used is asked again after a while. */
const staleMs = 60_000

/** Whether a probe still says how things are: its program is the same file. */
async function isCurrent({ probe, tool }: Probed, nowMs: number): Promise<boolean> {
  const isFresh = nowMs - probe.probedAt < staleMs
  if (tool === null) return isFresh
  const canChange = !probe.available && probe.problem?.code !== 'sandbox.lying'
  return (isFresh || !canChange) && (await isUnchanged(tool))
}

async function isUnchanged({ identity }: FoundTool): Promise<boolean> {
  return identity === null || sameExecutable(identity)
}
