import { failure, ok, type Result } from '../../../shared'
import { type Invocation, type RunCommand, type StartProcess, sameExecutable } from '../../process'
import type { Backend, BoxRequest, FoundTool, OpenBox } from '../backend'
import { type BoxDescription, type Caller, type Mount, userInside } from '../box'
import { layCloseRest } from '../close-rest'
import { createHostBox } from '../host-box'
import { identityFiles } from '../identity-files'
import { boxMounts, environmentInside, systemPath } from '../inside'
import { type Enforcement, enforceLimits, findLimitMeans, type LimitMeans } from '../limits/enforcement'
import { inCgroup } from '../limits/join'
import { checkMounts, checkSystem } from '../mounts'
import { programMounts } from '../programs'
import { encodeFilter } from '../seccomp/filter'
import { isMachine } from '../seccomp/system-calls'
import { readSystemView, type SystemView } from '../system-view'
import { bubblewrapOptions, encodeOptions } from './arguments'
import { explainBubblewrap } from './explain'
import { createLocateBubblewrap, featuresOf } from './locate'
import { makeOwnDevices, type OwnDevices } from './own-devices'

export type BubblewrapDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly runCommand: RunCommand
  readonly startProcess: StartProcess
  readonly caller: Caller
  /** Node's name of the machine. */
  readonly machine: string
  /** Folder of Glovebox's own for a small program and, where Glovebox runs as root, device files, by real path. */
  readonly devicesFolder: string
}

/** The box of Linux without a container engine: namespaces by bubblewrap, with our own filter of system calls. */
export function createBubblewrap(deps: BubblewrapDeps): Backend {
  let system: Promise<SystemView> | null = null
  let means: Promise<LimitMeans> | null = null
  let ownDevices: Promise<OwnDevices> | null = null
  return {
    name: 'bubblewrap',
    title: 'bubblewrap',
    locate: createLocateBubblewrap(deps),
    open: async (tool, request) => {
      system ??= readSystemView()
      means ??= findLimitMeans(deps.environment)
      ownDevices ??=
        deps.caller.uid === 0 ? makeOwnDevices(deps.devicesFolder, deps.runCommand) : Promise.resolve({})
      const view = await system
      const apart = await checkSystem(view.folders, request.forbidden)
      if (!apart.ok) return apart
      const mounts = boxMounts(request, view)
      const checked = await checkMounts(mounts, request.forbidden)
      if (!checked.ok) return checked
      // The kernel counts by user namespace, but never limits root itself.
      const enforcement = await enforceLimits(
        await means,
        request.token,
        request.limits,
        deps.caller.uid !== 0,
      )
      if (!enforcement.ok) return enforcement
      return ok(
        createBox({
          deps,
          tool,
          request,
          view,
          mounts,
          enforcement: enforcement.value,
          ownDevices: await ownDevices,
        }),
      )
    },
    explain: explainBubblewrap,
  }
}

type BoxParts = {
  readonly deps: BubblewrapDeps
  readonly tool: FoundTool
  readonly request: BoxRequest
  readonly view: SystemView
  readonly mounts: readonly Mount[]
  readonly enforcement: Enforcement
  readonly ownDevices: OwnDevices
}

function createBox(parts: BoxParts): OpenBox {
  const { deps, enforcement, request } = parts
  return createHostBox({
    startProcess: deps.startProcess,
    cgroup: enforcement.cgroup,
    cpuMs: request.limits.cpuMs,
    wrap: (invocation, cpuMs) => wrap(parts, invocation, cpuMs),
  })
}

async function wrap(parts: BoxParts, invocation: Invocation, cpuMs: number): Promise<Result<Invocation>> {
  const { deps, tool, request, view, enforcement } = parts
  const { identity } = tool
  if (identity === null) return failure('sandbox.not_installed', 'bubblewrap is not there any more.')
  // A box stays open for hours; each start is by the program that was probed.
  if (!(await sameExecutable(identity)))
    return failure(
      'sandbox.changed',
      'Not started: bubblewrap is not the program that was probed any more. Probe again in Settings.',
      { path: identity.path },
    )
  const programs = await programMounts(invocation, view, parts.mounts)
  // Checked again right before the start: what was a folder may have become a link.
  const checked = await checkMounts([...parts.mounts, ...programs], request.forbidden)
  if (!checked.ok) return checked
  const box = describeBox(parts, invocation, checked.value)
  const files = Object.entries(identityFiles(box))
  const filter = isMachine(deps.machine) ? encodeFilter(deps.machine) : null
  const given = [...(filter === null ? [] : [filter]), ...files.map(([, text]) => Buffer.from(text))]
  const firstFile = firstDescriptor + 1 + (filter === null ? 0 : 1)
  const options = bubblewrapOptions({
    box,
    system: view,
    features: featuresOf(tool.version),
    ownDevices: parts.ownDevices,
    descriptors: {
      filter: filter === null ? null : firstDescriptor + 1,
      files: files.map(([target], index) => ({ target, descriptor: firstFile + index })),
    },
  })
  const firstOfOthers = firstDescriptor + 1 + given.length
  const closeRest = isMachine(deps.machine)
    ? [await layCloseRest(deps.devicesFolder, deps.machine, firstOfOthers)]
    : []
  const [executable = identity.path, ...args] = inCgroup(enforcement.cgroup, [
    ...closeRest,
    identity.path,
    ...['--args', String(firstDescriptor), '--'],
    ...(request.entry ?? []),
    ...enforcement.prefix(cpuMs),
    ...[invocation.executable, ...invocation.args],
  ])
  return ok({
    executable,
    args,
    // What bubblewrap itself starts with can be read inside.
    environment: { PATH: systemPath },
    folder: '/',
    input: invocation.input,
    inherits: [encodeOptions(options), ...given],
    closesRest: closeRest.length > 0,
    holder: true,
  })
}

const firstDescriptor = 3
const defaultTemporaryBytes = 256 * 1024 * 1024

function describeBox(
  { deps, request }: BoxParts,
  invocation: Invocation,
  mounts: readonly Mount[],
): BoxDescription {
  const { homeFolder } = request.folders
  return {
    mounts,
    environment: environmentInside(request, invocation, mounts),
    folder: invocation.folder,
    homeFolder,
    network: request.network,
    readOnlyRoot: request.readOnlyRoot ?? true,
    temporaryBytes: request.temporaryBytes ?? defaultTemporaryBytes,
    user: userInside(deps.caller),
    callerIsRoot: deps.caller.uid === 0,
  }
}
