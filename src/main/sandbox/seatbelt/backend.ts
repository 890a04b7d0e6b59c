import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type GloveboxError, ok, type Result } from '../../../shared'
import { type Invocation, identifyExecutable, type StartProcess, sameExecutable } from '../../process'
import type { Backend, BoxRequest, FoundTool, OpenBox } from '../backend'
import { isWithin, type Mount } from '../box'
import { atTheirSource } from '../firejail/bridges'
import { boxMounts, environmentInside } from '../inside'
import { nothingCounted } from '../limits/cgroup'
import { checkMounts } from '../mounts'
import { programMounts } from '../programs'
import type { SystemView } from '../system-view'
import { loopbackPorts, seatbeltProfile } from './profile'

export type SeatbeltDeps = {
  /** Node's name of the system. */
  readonly platform: string
  readonly startProcess: StartProcess
}

/** Part of macOS; never looked up on PATH. */
const program = '/usr/bin/sandbox-exec'

/**
 * The sandbox of macOS, by a profile of our own. Not measured yet: there is no probe for macOS, and a backend that was
 * not measured is not used (I7). It has no mounts: a bridge is seen at its source, and there is no /tmp of the box's own.
 */
export function createSeatbelt(deps: SeatbeltDeps): Backend {
  return {
    name: 'seatbelt',
    title: 'Seatbelt',
    locate: async () => {
      if (deps.platform !== 'darwin')
        return failure('sandbox.unsupported', 'Seatbelt is part of macOS. Here, another sandbox is used.')
      const identity = await identifyExecutable(program)
      if (!identity.ok)
        return failure(
          'sandbox.not_installed',
          `${program} is missing from this macOS. Choose another sandbox.`,
        )
      return ok<FoundTool>({ identity: identity.value, version: null, warnings })
    },
    open: async (tool, asked) => {
      const request = atTheirSource(asked)
      const mounts = boxMounts(request, noSystem)
      const checked = await checkMounts(mounts, request.forbidden)
      if (!checked.ok) return checked
      await mkdir(temporaryFolder(request), { recursive: true, mode: 0o700 }).catch(() => undefined)
      return ok(createBox({ deps, tool, request, mounts }))
    },
    explain: (text) => Promise.resolve(explain(text)),
  }
}

const warnings: readonly string[] = [
  'Apple calls sandbox-exec deprecated; it still holds what its profile says.',
  'Memory and the number of processes are not limited on macOS, and a program that makes a session of its own can live on.',
]

/** What of the system is seen is named in the profile. */
const noSystem: SystemView = { folders: [], links: [], settings: [], nameServers: null }
const systemFolders: SystemView = { ...noSystem, folders: ['/usr', '/bin', '/sbin', '/System'] }

function explain(errorText: string): GloveboxError {
  const text = errorText.trim().slice(0, 500)
  return /^sandbox-exec:|sandbox_apply|sandbox compile/m.test(text)
    ? failure(
        'sandbox.probe_failed',
        'This macOS did not take the profile of the sandbox. Choose another one.',
        {
          text,
        },
      ).error
    : failure(
        'sandbox.unsupported',
        'What Seatbelt holds can’t be measured by this version of Glovebox, and what is not measured is not used. Choose another sandbox, such as a container engine.',
        { text },
      ).error
}

type BoxParts = {
  readonly deps: SeatbeltDeps
  readonly tool: FoundTool
  readonly request: BoxRequest
  readonly mounts: readonly Mount[]
}

function createBox(parts: BoxParts): OpenBox {
  let closed = false
  return {
    wrap: (invocation, cpuMs) =>
      closed
        ? Promise.resolve(
            failure('sandbox.closed', 'Not started: the sandbox of this run is closed already.'),
          )
        : wrap(parts, invocation, cpuMs ?? parts.request.limits.cpuMs),
    startProcess: parts.deps.startProcess,
    usage: () => Promise.resolve(nothingCounted),
    close: () => {
      closed = true
      return Promise.resolve()
    },
  }
}

async function wrap(parts: BoxParts, invocation: Invocation, cpuMs: number): Promise<Result<Invocation>> {
  const { tool, request } = parts
  const { identity } = tool
  if (identity === null || !(await sameExecutable(identity)))
    return failure('sandbox.changed', 'Not started: sandbox-exec is not the one that was probed any more.')
  const programs = await programMounts(invocation, systemFolders, parts.mounts)
  // Checked again right before the start: what was a folder may have become a link.
  const checked = await checkMounts([...parts.mounts, ...programs], request.forbidden)
  return checked.ok
    ? ok(seatbeltInvocation(identity.path, request, invocation, checked.value, cpuMs))
    : checked
}

/** A place that is named by a link is seen by both names, for what follows the link has to read it. */
function whereItIs({ source, target, access }: Mount): readonly Mount[] {
  const paths = source === target ? [source] : [source, target]
  return paths.map((path) => ({ source: path, target: path, access }))
}

/** The invocation that runs another one inside. Pure. */
export function seatbeltInvocation(
  executable: string,
  request: BoxRequest,
  invocation: Invocation,
  mounts: readonly Mount[],
  cpuMs: number,
): Invocation {
  const bridges = request.bridges ?? []
  const { text, parameters } = seatbeltProfile({
    mounts: mounts.flatMap(whereItIs),
    socketFolders: bridges.map(({ source }) => source),
    ports: bridges.length === 0 ? [] : loopbackPorts(request.variables ?? {}),
    network: request.network,
  })
  const environment = environmentInside(request, invocation, mounts)
  const own = environment['TMPDIR']
  const isOwn = mounts.some(({ source, access }) => access === 'write' && isWithin(own ?? '', source))
  return {
    executable,
    args: [
      ...parameters.flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ...['-p', text],
      ...(request.entry ?? []),
      ...limited(cpuMs, [invocation.executable, ...invocation.args]),
    ],
    environment: isOwn ? environment : { ...environment, TMPDIR: temporaryFolder(request) },
    folder: invocation.folder,
    input: invocation.input,
  }
}

/** /tmp is one for all programs of the machine, so it is not shown. */
const temporaryFolder = ({ folders }: BoxRequest): string => join(folders.homeFolder, 'tmp')

const openFiles = 4096
/** Everything it handles comes as an argument, never as text of the script. */
const script = 'ulimit -c 0 && ulimit -t "$1" && ulimit -n "$2" && shift 2 && exec "$@"'

/** Limits of each process alone: there are no others on macOS. */
function limited(cpuMs: number, command: readonly string[]): readonly string[] {
  const seconds = Math.max(1, Math.ceil(cpuMs / 1000))
  return ['/bin/sh', '-c', script, 'glovebox', String(seconds), String(openFiles), ...command]
}
