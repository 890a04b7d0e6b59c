import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoxUsage } from '../limits/cgroup'
import { parseMounts, parseOwnGroups } from '../limits/cgroup-place'

/** The kernel's own counts for a container, read from its control groups where those are seen on this machine. */
export type Counters = {
  readonly usage: () => Promise<BoxUsage>
  /** Ids of every process in it, by this machine's count; null: can't be told any more. */
  readonly processes: () => Promise<readonly number[] | null>
}

/**
 * Finds them by the container's first process. null where the engine runs on another machine, or in a place of its own:
 * an id means another process there, so only a group that is named by the container counts.
 */
export async function findCounters(containerId: string, pid: number): Promise<Counters | null> {
  if (pid <= 1) return null
  const own = parseOwnGroups(await text(`/proc/${pid}/cgroup`))
  const mounts = parseMounts(await text('/proc/self/mountinfo'))
  const named = (path: string | undefined): path is string => path?.includes(containerId) === true
  const split = (controller: string): string | null => {
    const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller))
    const path = own.get(controller)
    return mount !== undefined && named(path) ? join(mount.point, path) : null
  }
  const [memory, pids, cpu] = ['memory', 'pids', 'cpuacct'].map(split)
  if (pids) return (await check(pids, pid)) ? splitCounters(memory ?? null, pids, cpu ?? null) : null
  const unified = mounts.find(({ type }) => type === 'cgroup2')
  const path = own.get('')
  if (unified === undefined || !named(path)) return null
  const folder = join(unified.point, path)
  return (await check(folder, pid)) ? unifiedCounters(folder) : null
}

/** Whether it is the group in which this process really is. */
async function check(folder: string, pid: number): Promise<boolean> {
  return (await members(folder))?.includes(pid) === true
}

function splitCounters(memory: string | null, pids: string, cpu: string | null): Counters {
  return {
    usage: async () => {
      const [kills, refusals, time] = await Promise.all([
        field(memory, 'memory.oom_control', 'oom_kill'),
        field(pids, 'pids.events', 'max'),
        text(cpu === null ? '' : join(cpu, 'cpuacct.usage')),
      ])
      const cpuMs = time.trim() === '' ? null : Math.round(Number(time) / 1e6)
      return { memoryKills: kills, processRefusals: refusals, cpuMs }
    },
    processes: () => members(pids),
  }
}

function unifiedCounters(folder: string): Counters {
  return {
    usage: async () => {
      const [kills, refusals, time] = await Promise.all([
        field(folder, 'memory.events', 'oom_kill'),
        field(folder, 'pids.events', 'max'),
        field(folder, 'cpu.stat', 'usage_usec'),
      ])
      return {
        memoryKills: kills,
        processRefusals: refusals,
        cpuMs: time === null ? null : Math.round(time / 1000),
      }
    },
    processes: () => members(folder),
  }
}

async function members(folder: string): Promise<readonly number[] | null> {
  const content = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => null)
  return content === null
    ? null
    : content
        .split('\n')
        .filter((line) => line !== '')
        .map(Number)
}

async function field(folder: string | null, file: string, name: string): Promise<number | null> {
  if (folder === null) return null
  const found = new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(await text(join(folder, file)))?.[1]
  return found === undefined ? null : Number(found)
}

function text(path: string): Promise<string> {
  return path === '' ? Promise.resolve('') : readFile(path, 'utf8').catch(() => '')
}
