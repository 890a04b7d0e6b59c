import { createHash, randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { type Failure, failure, ok, type Result } from '../../../shared'
import { type Invocation, type RunCommand, type StartProcess, sameExecutable } from '../../process'
import type { Backend, BoxRequest, FoundTool, OpenBox } from '../backend'
import type { BoxDescription, Caller, Mount } from '../box'
import { createHostBox } from '../host-box'
import { identityFiles } from '../identity-files'
import { boxMounts, environmentInside } from '../inside'
import { type Enforcement, enforceLimits, findLimitMeans, type LimitMeans } from '../limits/enforcement'
import { checkMounts, checkSystem } from '../mounts'
import { programMounts } from '../programs'
import { encodeFilter } from '../seccomp/filter'
import { isMachine } from '../seccomp/system-calls'
import { readSystemView, type SystemView } from '../system-view'
import { firejailOptions, type RootEntries, unsayable } from './arguments'
import { atTheirSource } from './bridges'
import { explainFirejail } from './explain'
import { buildFilterProgram } from './filter-program'
import { createLocateFirejail } from './locate'
import { readRootEntries } from './root-entries'

export type FirejailDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly runCommand: RunCommand
  readonly startProcess: StartProcess
  readonly caller: Caller
  /** Node's name of the machine. */
  readonly machine: string
  /** Home of the caller by the system's list of accounts; null: it is in no such list. */
  readonly accountHome: string | null
}

/**
 * Linux's third choice: firejail by white list, with our own filter of system calls. Differs from the others in that a
 * bridge is seen at its source (`atTheirSource`), that `readOnlyRoot` is about the machine's files alone (around what is
 * shown lie empty folders of the box's own memory), and that `temporaryBytes` is not held.
 */
export function createFirejail(deps: FirejailDeps): Backend {
  let view: Promise<SystemView> | null = null
  let means: Promise<LimitMeans> | null = null
  return {
    name: 'firejail',
    title: 'firejail',
    locate: createLocateFirejail(deps),
    open: async (tool, asked) => {
      view ??= readSystemView()
      means ??= findLimitMeans(deps.environment)
      const request = atTheirSource(asked)
      const system = await view
      const apart = await checkSystem(system.folders, request.forbidden)
      if (!apart.ok) return apart
      const mounts = boxMounts(request, system)
      const checked = await checkMounts(mounts, request.forbidden)
      if (!checked.ok) return checked
      const root = await readRootEntries()
      // The kernel counts by user namespace, but never limits root itself.
      const enforcement = await enforceLimits(
        await means,
        request.token,
        request.limits,
        deps.caller.uid !== 0,
      )
      if (!enforcement.ok) return enforcement
      return ok(createBox({ deps, tool, request, system, root, mounts, enforcement: enforcement.value }))
    },
    explain: (text) => Promise.resolve(explainFirejail(text)),
  }
}

type BoxParts = {
  readonly deps: FirejailDeps
  readonly tool: FoundTool
  readonly request: BoxRequest
  readonly system: SystemView
  readonly root: RootEntries
  readonly mounts: readonly Mount[]
  readonly enforcement: Enforcement
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
  const { deps, tool, request, system, root, enforcement } = parts
  const { identity } = tool
  if (identity === null || deps.accountHome === null || !isMachine(deps.machine))
    return failure('sandbox.not_installed', 'firejail is not there any more.')
  if (!(await sameExecutable(identity)))
    return failure(
      'sandbox.changed',
      'Not started: firejail is not the program that was probed any more. Probe again in Settings.',
      { path: identity.path },
    )
  const programs = await programMounts(invocation, system, parts.mounts)
  // Checked again right before the start: what was a folder may have become a link.
  const checked = await checkMounts([...parts.mounts, ...programs], request.forbidden)
  if (!checked.ok) return checked
  const box = describeBox(parts, invocation, checked.value)
  const said = checkSaid([...root.folders, ...root.files, deps.accountHome], box)
  if (!said.ok) return said
  const { controlFolder } = request.folders
  const start = await writeByContent(
    controlFolder,
    'start',
    buildFilterProgram(deps.machine, encodeFilter(deps.machine), [
      // Before what leads out: a program inside can make that its own.
      ...enforcement.prefix(cpuMs),
      ...(request.entry ?? []),
      ...lookedUp([invocation.executable, ...invocation.args]),
    ]),
  )
  if (!start.ok) return start
  const ownFiles: Record<string, string> = {}
  for (const [target, text] of Object.entries(identityFiles(box))) {
    const written = await writeByContent(controlFolder, basename(target), Buffer.from(text))
    if (!written.ok) return written
    ownFiles[target] = written.value
  }
  const options = firejailOptions({ box, system, root, accountHome: deps.accountHome, ownFiles })
  if (options.length > mostOptions) return notTaken('so many folders')
  const [executable = identity.path, ...args] = enforcement.hold(
    [identity.path, ...options, '--', start.value],
    cpuMs,
  )
  return ok({
    executable,
    args,
    environment: box.environment,
    folder: invocation.folder,
    input: invocation.input,
    holder: true,
  })
}

function describeBox(
  { deps, request }: BoxParts,
  invocation: Invocation,
  mounts: readonly Mount[],
): BoxDescription {
  return {
    mounts,
    environment: environmentInside(request, invocation, mounts),
    folder: invocation.folder,
    homeFolder: request.folders.homeFolder,
    network: request.network,
    readOnlyRoot: true,
    temporaryBytes: 0,
    user: deps.caller,
    callerIsRoot: deps.caller.uid === 0,
  }
}

/** firejail ends with an error at a variable of more than 4128 bytes, name included, and at more than 256 of them. */
const longestVariable = 4000
const mostVariables = 240
/** At more than 128 arguments it ends as well, its own name and what it starts among them. */
const mostOptions = 125

/** What firejail could not be told is refused before it is started: left out, it would not be hidden, or not be there. */
function checkSaid(ofMachine: readonly string[], { mounts, environment }: BoxDescription): Result<null> {
  for (const path of [...ofMachine, ...mounts.map(({ target }) => target)]) {
    const why = unsayable(path)
    if (why !== null)
      return failure(
        'sandbox.bad_mount',
        `Not started: firejail can’t be told of ${path}, whose name ${why}. Choose another sandbox.`,
        { source: path },
      )
  }
  const variables = Object.entries(environment)
  const long = variables.find(
    ([name, value]) => Buffer.byteLength(name) + Buffer.byteLength(value) > longestVariable,
  )
  if (long !== undefined)
    return notTaken(`the variable ${long[0]}, which is longer than ${longestVariable} bytes`)
  return variables.length > mostVariables ? notTaken('so many variables') : ok(null)
}

function notTaken(what: string): Failure {
  return failure(
    'sandbox.start_failed',
    `Not started: firejail does not take ${what}. Choose another sandbox.`,
  )
}

/** A name without a folder is looked up by a program that does so; ours takes paths. */
function lookedUp(command: readonly string[]): readonly string[] {
  return isAbsolute(command[0] ?? '') ? command : ['/usr/bin/env', '--', ...command]
}

/** Puts a file into the control folder, which the box can read and never write, named by its content. */
async function writeByContent(
  controlFolder: string,
  kind: string,
  content: Uint8Array,
): Promise<Result<string>> {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32)
  const path = join(controlFolder, `${kind}-${name}`)
  try {
    // Another start of the same may be using it; what is put in its place is the same.
    const fresh = `${path}-${randomUUID()}`
    await writeFile(fresh, content, { mode: 0o500, flag: 'wx' })
    await rename(fresh, path)
    return ok(path)
  } catch (cause) {
    return failure('sandbox.start_failed', 'Not started: what starts it could not be written.', {}, cause)
  }
}
