import { readdir, readFile, readlink } from 'node:fs/promises'

/** One process as Linux's /proc tells it. `identity` tells a process from a later one that got the same id. */
export type ProcessEntry = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Whether it has a controlling terminal. */
  readonly terminal: boolean
  readonly identity: string
}

const kernelThreads = 2

/** Every living process of this machine; empty where there is no /proc. Zombies and kernel threads are left out. */
export async function readProcessTable(): Promise<readonly ProcessEntry[]> {
  const entries = await Promise.all((await listProcesses()).map(readProcess))
  return entries.filter((entry) => entry !== null)
}

/** The ids of every process; empty where there is no /proc. */
export async function listProcesses(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => [])
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
}

/** One living process; null: it has ended, is a zombie or belongs to the kernel. */
export async function readProcess(pid: number): Promise<ProcessEntry | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null ? null : parseStat(stat)
}

/** Reads one /proc/<pid>/stat (see proc_pid_stat(5)): the name in parentheses may itself hold spaces and parentheses. */
export function parseStat(stat: string): ProcessEntry | null {
  const afterName = stat.lastIndexOf(')')
  const pid = Number.parseInt(stat, 10)
  const fields = stat.slice(afterName + 2).split(' ')
  const state = fields[0]
  const parent = Number(fields[1])
  const started = fields[19]
  if (afterName === -1 || started === undefined || !Number.isInteger(pid)) return null
  if (state === 'Z' || state === 'X' || parent === kernelThreads) return null
  return {
    pid,
    parent,
    group: Number(fields[2]),
    session: Number(fields[3]),
    terminal: Number(fields[4]) !== 0,
    identity: `${pid}@${started}`,
  }
}

/** The environment a process was started with, as `NAME=value` strings; empty where it may not be read. */
export async function readEnvironment(pid: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
  return text.split('\0')
}

/**
 * The folder that a process works in, which it takes over from its parent; null where it may not be read. A process
 * can go elsewhere, but not many do.
 */
export async function readFolder(pid: number): Promise<string | null> {
  return readlink(`/proc/${pid}/cwd`).catch(() => null)
}

/** The processes below `root`, itself left out. */
export function descendantsOf(root: number, table: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const found: ProcessEntry[] = []
  let parents: ReadonlySet<number> = new Set([root])
  while (parents.size > 0) {
    const children = table.filter(({ parent, pid }) => parents.has(parent) && pid !== root)
    found.push(...children)
    parents = new Set(children.map(({ pid }) => pid))
  }
  return found
}
