import { ok, type Result } from '../../../shared'
import {
  createRunBounded,
  createStartProcess,
  defaultGrace,
  type Invocation,
  type Launched,
} from '../../process'
import type { BoxRequest, OpenBox } from '../backend'
import type { Mount } from '../box'
import { environmentInside } from '../inside'
import { checkMounts } from '../mounts'
import { programMounts } from '../programs'
import type { SystemView } from '../system-view'
import type { Engine } from './engine'
import { closed } from './failures'
import { launchInside } from './launch-inside'
import type { InsideUser } from './ownership'
import type { Pool } from './pool'

export type BoxDeps = {
  readonly engine: Engine
  readonly request: BoxRequest
  readonly view: SystemView
  readonly user: InsideUser
  readonly pool: Pool
  /** Sees to it that these folders are the user's inside. */
  readonly hand: (folders: readonly string[]) => Promise<unknown>
  readonly onClosed: () => Promise<void>
  /** What every container of the box shows. */
  readonly mounts: readonly Mount[]
}

/** The box of a session over its containers. */
export function createDockerBox(deps: BoxDeps): OpenBox {
  const { engine, pool, user } = deps
  let closing: Promise<void> | null = null

  const launch = async (invocation: Invocation, needsPid: boolean): Promise<Result<Launched>> => {
    if (closing !== null) return closed()
    const container = await pool.take()
    if (!container.ok) return container
    const launched = await launchInside(
      { engine, container: container.value, user, needsPid, onSwept: () => pool.giveBack(container.value) },
      invocation,
    )
    if (!launched.ok) pool.giveBack(container.value)
    return launched
  }
  return {
    wrap: async (invocation, cpuMs = deps.request.limits.cpuMs) => {
      if (closing !== null) return closed()
      const wrapped = await wrap(deps, invocation, cpuMs)
      // The first one waits for the container, so that a start is only a start.
      const ready = wrapped.ok ? await pool.warm() : wrapped
      return ready.ok ? wrapped : ready
    },
    startProcess: createStartProcess({
      now: () => performance.now(),
      grace: defaultGrace,
      launch: (invocation) => launch(invocation, true),
    }),
    runBounded: createRunBounded((invocation) => launch(invocation, false)),
    usage: () => pool.usage(),
    close: () => {
      closing ??= pool.close().then(deps.onClosed)
      return closing
    },
  }
}

/** Sets the processor time of each process, then becomes the program. What it handles comes as arguments. */
const script = 'ulimit -S -t "$1" && ulimit -H -t "$2" && shift 2 && exec "$@"'

async function wrap(deps: BoxDeps, invocation: Invocation, cpuMs: number): Promise<Result<Invocation>> {
  const { request, view, pool } = deps
  const programs = await programMounts(invocation, view, deps.mounts)
  const checked = await checkMounts([...deps.mounts, ...programs], request.forbidden)
  if (!checked.ok) return checked
  pool.need(programs)
  await deps.hand(handedEachTime(request))
  const cpuSeconds = Math.max(1, Math.ceil(cpuMs / 1000))
  const [executable = '/bin/sh', ...args] = [
    ...['/bin/sh', '-c', script, 'glovebox', String(cpuSeconds), String(cpuSeconds + 1)],
    ...(request.entry ?? []),
    ...[invocation.executable, ...invocation.args],
  ]
  return ok({
    executable,
    args,
    environment: environmentInside(request, invocation, checked.value),
    folder: invocation.folder,
    input: invocation.input,
    holder: true,
  })
}

/** Glovebox puts files there while the box is open. All of them are the run's own: no folder of the user's changes hands. */
function handedEachTime({ folders, bridges = [] }: BoxRequest): readonly string[] {
  return [folders.controlFolder, folders.homeFolder, ...bridges.map(({ source }) => source)]
}

export function handedAtFirst(request: BoxRequest): readonly string[] {
  const { folders, writePaths = [] } = request
  return [folders.mirrorFolder, ...writePaths, ...handedEachTime(request)]
}
