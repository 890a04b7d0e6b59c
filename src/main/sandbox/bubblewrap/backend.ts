import { failure, ok, type Result } from '../../../shared'
import { type Invocation, type RunCommand, type StartProcess, sameExecutable } from '../../process'
import type { Backend, BoxRequest, FoundTool, OpenBox } from '../backend'
import { type BoxDescription, type Caller, type Mount, userInside } from '../box'
import { layCloseRest } from '../close-rest'
import { createHostBox } from '../host-box'
import { identityFiles } from '../identity-files'
import { boxMounts, environmentInside, systemPath } from '../inside'
import { type Enforcement, enforceLimits, findLimitMeans, type LimitMeans } from '../limits/enforcement'
import { checkMounts, checkSystem } from '../mounts'
import { programMounts } from '../programs'
import { encodeFilter } from '../seccomp/filter'
import { isMachine } from '../seccomp/system-calls'
import { readSystemView, type SystemView } from '../system-view'
import { bubblewrapOptions, encodeOptions } from './arguments'
import { explainBubblewrap } from './explain'
import { createLocateBubblewrap, featuresOf } from './locate'
import { makeOwnDevices, type OwnDevices } from './own-devices'
import { laySettings, removeOldSettings } from './settings-folder'

export type BubblewrapDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly runCommand: RunCommand
  readonly startProcess: StartProcess
  readonly caller: Caller
  /** Node's name of the machine. */
  readonly machine: string
  /** Folder of Glovebox's own for what boxes are made of: a small program, settings, for root device files. By real path. */
  readonly devicesFolder: string
}

/** The box of Linux without a container engine: namespaces by bubblewrap, with our own filter of system calls. */
export function createBubblewrap(deps: BubblewrapDeps): Backend {
  let system: Promise<SystemView> | null = null
  let means: Promise<LimitMeans> | null = null
  let ownDevices: Promise<OwnDevices> | null = null
  let tidied: Promise<void> | null = null
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
      const { '/etc/passwd': accounts, ...settings } = identityFiles({
        user: userInside(deps.caller),
        homeFolder: request.folders.homeFolder,
      })
      tidied ??= removeOldSettings(deps.devicesFolder)
      await tidied
      const settingsFolder = await laySettings(deps.devicesFolder, view, settings).catch((error) => error)
      if (typeof settingsFolder !== 'string')
        return failure(
          'sandbox.start_failed',
          `Not started: the settings of this machine could not be copied to ${deps.devicesFolder}: ${String(settingsFolder)}`,
        )
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
          settingsFolder,
          accounts,
          filter: isMachine(deps.machine) ? encodeFilter(deps.machine) : null,
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
  readonly settingsFolder: string
  /** Content of /etc/passwd. */
  readonly accounts: string
  /** null: a machine whose system calls we have no numbers of. */
  readonly filter: Buffer | null
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
  const { deps, tool, request, view, enforcement, filter } = parts
  const { identity } = tool
  if (identity === null) return failure('sandbox.not_installed', 'bubblewrap is not there any more.')
  const given = [Buffer.from(parts.accounts), ...(filter === null ? [] : [filter])]
  const firstOfOthers = firstGiven + given.length
  const [isSame, checked, closeRest] = await Promise.all([
    // A box stays open for hours; each start is by the program that was probed.
    sameExecutable(identity),
    // Checked again right before the start: what was a folder may have become a link.
    programMounts(invocation, view, parts.mounts).then((programs) =>
      checkMounts([...parts.mounts, ...programs], request.forbidden),
    ),
    isMachine(deps.machine) ? layCloseRest(deps.devicesFolder, deps.machine, firstOfOthers) : null,
  ])
  if (!isSame)
    return failure(
      'sandbox.changed',
      'Not started: bubblewrap is not the program that was probed any more. Probe again in Settings.',
      { path: identity.path },
    )
  if (!checked.ok) return checked
  const box = describeBox(parts, invocation, checked.value)
  const options = bubblewrapOptions({
    box,
    system: view,
    settingsFolder: parts.settingsFolder,
    features: featuresOf(tool.version),
    ownDevices: parts.ownDevices,
    descriptors: { accounts: firstGiven, filter: filter === null ? null : firstGiven + 1 },
  })
  const [executable = identity.path, ...args] = enforcement.hold(
    [
      ...(closeRest === null ? [] : [closeRest]),
      identity.path,
      ...['--args', String(optionsDescriptor), '--'],
      // Before what leads out: a program inside can make that its own.
      ...enforcement.prefix(cpuMs),
      ...(request.entry ?? []),
      ...[invocation.executable, ...invocation.args],
    ],
    cpuMs,
  )
  return ok({
    executable,
    args,
    // What bubblewrap itself starts with can be read inside.
    environment: { PATH: systemPath },
    folder: '/',
    input: invocation.input,
    inherits: [encodeOptions(options), ...given],
    closesRest: closeRest !== null,
    holder: true,
  })
}

/** The first beside the usual three. */
const optionsDescriptor = 3
const firstGiven = optionsDescriptor + 1
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
