import { failure, ok, type Result } from '../../../shared'
import { findPrograms } from '../../process'
import type { BoxLimits } from '../box'
import { type Cgroup, createCgroup } from './cgroup'
import { type CgroupPlace, findCgroupPlace } from './cgroup-place'
import { prlimitArguments, resourceLimitsFor } from './resource-limits'

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
  /** Command in front of a program that sets the limits of its process; empty where there is none. */
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
  return ok({
    cgroup,
    prefix: (cpuMs) =>
      prlimit === null
        ? []
        : [prlimit, ...prlimitArguments(resourceLimitsFor({ ...limits, cpuMs }, held, countsPerBox))],
  })
}

/** Places in which a group was made before: a probe measured what that holds, and a run must not have less (I7). */
const worked = new WeakSet<CgroupPlace>()
