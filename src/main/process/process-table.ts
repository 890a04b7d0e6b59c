import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { readFile, readlink } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'

/** One process as Linux's /proc tells it. `identity` tells a process from a later one that got the same id. */
export type ProcessEntry = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Whether it has a controlling terminal. */
  readonly terminal: boolean
  readonly identity: string
  /** When it began, in clock ticks since the machine's start. */
  readonly began: number
}

const kernelThreads = 2

/** Every living process of this machine; empty where there is no /proc. Zombies and kernel threads are left out. */
export async function readProcessTable(): Promise<readonly ProcessEntry[]> {
  return readProcesses(listProcesses())
}

/** So many small files take about a millisecond. */
const atOnce = 100

/**
 * Those of these processes that live. Each is read synchronously, since the kernel answers from memory and a promise
 * would cost twenty times as much; control goes back to the loop every so often, for there may be thousands.
 */
export async function readProcesses(pids: readonly number[]): Promise<readonly ProcessEntry[]> {
  const found: ProcessEntry[] = []
  for (const [index, pid] of pids.entries()) {
    if (index % atOnce === atOnce - 1) await setImmediate()
    const entry = readProcess(pid)
    if (entry !== null) found.push(entry)
  }
  return found
}

/** The ids of every process; empty where there is no /proc. */
export function listProcesses(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** One living process; null: it has ended, is a zombie or belongs to the kernel. */
export function readProcess(pid: number): ProcessEntry | null {
  const stat = readSmall(`/proc/${pid}/stat`)
  return stat === null ? null : parseStat(stat)
}

/** Longer than any line of proc_pid_stat(5). */
const room = Buffer.allocUnsafe(4096)

/** A small file of the kernel's, read in place; null: it is not there. */
export function readSmall(path: string): string | null {
  try {
    const file = openSync(path, 'r')
    try {
      return room.toString('latin1', 0, readSync(file, room, 0, room.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
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
    began: Number(started),
  }
}

/**
 * The environment a process was started with, as `NAME=value` strings; empty where it may not be read. Not synchronous:
 * it lies in the memory of the process, which may keep it locked for long.
 */
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
