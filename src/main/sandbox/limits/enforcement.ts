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
): Promise<Enforcement> {
  const cgroup = means.place === null ? null : await createCgroup(means.place, token, limits)
  const held = cgroup?.holds ?? { memory: false, processes: false }
  const { prlimit } = means
  return {
    cgroup,
    prefix: (cpuMs) =>
      prlimit === null
        ? []
        : [prlimit, ...prlimitArguments(resourceLimitsFor({ ...limits, cpuMs }, held, countsPerBox))],
  }
}
