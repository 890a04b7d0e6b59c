import { failure, ok, type Result } from '../../../shared'
import { findPrograms } from '../../process'
import type { BoxLimits } from '../box'
import { type Cgroup, createCgroup } from './cgroup'
import { type CgroupPlace, findCgroupPlace } from './cgroup-place'
import { inCgroup } from './join'
import { prlimitArguments, type ResourceLimits, resourceLimitsFor } from './resource-limits'

/** The means this machine gives to hold limits. Looked for once. */
export type LimitMeans = {
  readonly place: CgroupPlace | null
  /** prlimit(1) by its path; null: not installed. */
  readonly prlimit: string | null
}

export async function findLimitMeans(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LimitMeans> {
  const [place, [prlimit]] = await Promise.all([findCgroupPlace(), findPrograms('prlimit', environment)])
  return { place, prlimit: prlimit ?? null }
}

/** The limits of one box, put in place. */
export type Enforcement = {
  readonly cgroup: Cgroup | null
  /** The command of a box, with what holds it from outside. */
  readonly hold: (command: readonly string[], cpuMs: number) => readonly string[]
  /** Command in front of a program inside that sets the limits of its process; empty where `hold` does, or nothing can. */
  readonly prefix: (cpuMs: number) => readonly string[]
}

/**
 * @param countsPerBox whether the kernel counts the processes of the box alone (a user namespace of its own, and not
 * root, whom the kernel does not limit).
 */
export async function enforceLimits(
  means: LimitMeans,
  token: string,
  limits: BoxLimits,
  countsPerBox: boolean,
): Promise<Result<Enforcement>> {
  const { place } = means
  const cgroup = place === null ? null : await createCgroup(place, token, limits)
  if (place !== null && cgroup !== null) worked.add(place)
  if (place !== null && cgroup === null && worked.has(place))
    return failure(
      'sandbox.start_failed',
      'Not started: the limits of memory and processes could not be put in place as they were when the sandbox was probed. Probe again in Settings.',
    )
  const held = cgroup?.holds ?? { memory: false, processes: false }
  const { prlimit } = means
  const own = (cpuMs: number): ResourceLimits => resourceLimitsFor({ ...limits, cpuMs }, held, countsPerBox)
  return ok({
    cgroup,
    hold: (command, cpuMs) => (cgroup === null ? command : inCgroup(cgroup, own(cpuMs), command)),
    // What joins the groups sets the rest, and spares the start of another program.
    prefix: (cpuMs) =>
      prlimit === null || (held.memory && held.processes) ? [] : [prlimit, ...prlimitArguments(own(cpuMs))],
  })
}

/** Places in which a group was made before: a probe measured what that holds, and a run must not have less (I7). */
const worked = new WeakSet<CgroupPlace>()
