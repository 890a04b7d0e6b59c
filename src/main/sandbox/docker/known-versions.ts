import { isAtLeast } from '../versions'
import type { EngineInfo, EngineVersion } from './engine'

/** An API from which on everything is there that is used: an exec's folder and variables, mounts that don't recurse. */
export const leastApi = '1.41'

/**
 * What is known to be weak about an engine of these versions, one sentence each. A distribution may have put a fix into
 * an older number, so none of them keeps the engine from being used; what it holds is measured all the same.
 */
export function engineWarnings(version: EngineVersion, info: EngineInfo): readonly string[] {
  const number = (name: string): string | null => {
    const found = version.Components.find((each) => each.Name === name)?.Version
    return /^v?(\d+\.\d+(?:\.\d+)?)/.exec(found ?? '')?.[1] ?? null
  }
  const runc = number('runc')
  const engine = /^v?(\d+\.\d+(?:\.\d+)?)/.exec(version.Version)?.[1] ?? null
  const older = (given: string | null, least: string): boolean => given !== null && !isAtLeast(given, least)
  const desktop = /Docker Desktop/.test(info.OperatingSystem)
  return [
    ...(older(runc, '1.1.12')
      ? [
          `runc ${runc} may let a container out through a folder it holds open (CVE-2024-21626), unless your system’s package has the fix. Update it.`,
        ]
      : []),
    ...(runc !== null && hasMaskedPathBugs(runc)
      ? [
          `runc ${runc} may let a container write to the kernel’s settings through mounts that are made at its start (CVE-2025-31133, CVE-2025-52565, CVE-2025-52881), unless your system’s package has the fix. Update it.`,
        ]
      : []),
    ...(older(engine, '25.0.0')
      ? [
          `Docker ${engine} lets containers use io_uring and sockets to virtual machines by default; Glovebox’s own profile closes both.`,
        ]
      : []),
    ...(desktop && older(engine, '28.3.3')
      ? [
          'Docker Desktop before 4.44.3 lets any container with a network reach the engine (CVE-2025-9074). Update it.',
        ]
      : []),
    ...(info.MemoryLimit ? [] : ['This engine can’t limit memory (its control groups lack it).']),
    ...(info.PidsLimit
      ? []
      : ['This engine can’t limit the number of processes (its control groups lack it).']),
    ...(info.SecurityOptions.some((option) => option.startsWith('name=seccomp'))
      ? []
      : ['This engine was built, or started, without filters of system calls.']),
  ]
}

/** Fixed in 1.2.8, 1.3.3 and 1.4.0-rc.3. */
function hasMaskedPathBugs(runc: string): boolean {
  if (!isAtLeast(runc, '1.2.8')) return true
  return isAtLeast(runc, '1.3.0') && !isAtLeast(runc, '1.3.3')
}
