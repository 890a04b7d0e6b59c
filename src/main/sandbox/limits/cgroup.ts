import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BoxLimits } from '../box'
import type { CgroupPlace } from './cgroup-place'

/** What the kernel counted for a box. null: not counted here. */
export type BoxUsage = {
  /** Processes that were killed because the box had used up its memory. */
  readonly memoryKills: number | null
  /** Times a new process was refused because the box had as many as it may. */
  readonly processRefusals: number | null
  readonly cpuMs: number | null
}

export const nothingCounted: BoxUsage = { memoryKills: null, processRefusals: null, cpuMs: null }

/** A control group of one box. */
export type Cgroup = {
  /** Files into each of which a process of one thread writes `0`, itself, in order to join. */
  readonly joins: readonly string[]
  readonly holds: { readonly memory: boolean; readonly processes: boolean }
  readonly usage: () => Promise<BoxUsage>
  /** Kills what is in it, however it got there, and takes the group away. */
  readonly remove: () => Promise<void>
}

/** Groups of ours are told by this start of their name; only such are ever removed (I10). */
export const groupNameStart = 'glovebox-'

/** bwrap itself, its first process inside and what puts the program in place. */
const ownProcesses = 4

/** Makes the group of a box; null: the kernel refused, so nothing is held by it. */
export async function createCgroup(
  place: CgroupPlace,
  token: string,
  limits: BoxLimits,
): Promise<Cgroup | null> {
  const name = `${groupNameStart}${token}`
  const group =
    place.version === 1 ? await createSplit(place, name, limits) : await createUnified(place, name, limits)
  return group
}

async function createSplit(
  place: Extract<CgroupPlace, { version: 1 }>,
  name: string,
  limits: BoxLimits,
): Promise<Cgroup | null> {
  const memory = await makeGroup(place.memory, name, [
    ['memory.limit_in_bytes', limits.memoryBytes],
    // Absent where swap is not counted; then there is no swap or it is not limited.
    ['memory.memsw.limit_in_bytes', limits.memoryBytes, 'optional'],
    ['memory.swappiness', 0, 'optional'],
  ])
  const pids = await makeGroup(place.pids, name, [['pids.max', limits.processes + ownProcesses]])
  const cpu = await makeGroup(place.cpu, name, [])
  const folders = [memory, pids, cpu].filter((folder) => folder !== null)
  // What was measured had all of them: half of that would be another level.
  const wanted = [place.memory, place.pids, place.cpu].filter((parent) => parent !== null)
  if (folders.length < wanted.length) {
    await removeGroups(folders)
    return null
  }
  return {
    // `cgroup.procs` would have the kernel wait until no thread of any process is on its way: some 6 ms.
    joins: folders.map((folder) => join(folder, 'tasks')),
    holds: { memory: memory !== null, processes: pids !== null },
    usage: async () => ({
      memoryKills: await field(memory, 'memory.oom_control', 'oom_kill'),
      processRefusals: await field(pids, 'pids.events', 'max'),
      cpuMs: await number(cpu, 'cpuacct.usage', 1e-6),
    }),
    remove: () => removeGroups(folders),
  }
}

async function createUnified(
  place: Extract<CgroupPlace, { version: 2 }>,
  name: string,
  limits: BoxLimits,
): Promise<Cgroup | null> {
  const folder = await makeGroup(place.folder, name, [
    ['memory.max', limits.memoryBytes],
    ['memory.swap.max', 0, 'optional'],
    ['pids.max', limits.processes + ownProcesses],
  ])
  if (folder === null) return null
  return {
    joins: [join(folder, 'cgroup.procs')],
    holds: { memory: true, processes: true },
    usage: async () => ({
      memoryKills: await field(folder, 'memory.events', 'oom_kill'),
      processRefusals: await field(folder, 'pids.events', 'max'),
      cpuMs: await cpuOf(folder),
    }),
    remove: () => removeGroups([folder]),
  }
}

type Setting = readonly [file: string, value: number, optional?: 'optional']

/** A new group with its limits set; null, and nothing left behind, where one of them can't be. */
async function makeGroup(
  parent: string | null,
  name: string,
  settings: readonly Setting[],
): Promise<string | null> {
  if (parent === null) return null
  const folder = join(parent, name)
  try {
    await mkdir(folder)
  } catch {
    return null
  }
  for (const [file, value, optional] of settings) {
    const written = await writeFile(join(folder, file), String(Math.floor(value))).then(
      () => true,
      () => false,
    )
    if (written || optional !== undefined) continue
    await rmdir(folder).catch(() => undefined)
    return null
  }
  return folder
}

const removeRounds = 100
const removeRoundMs = 20

/** A group goes only when it is empty, and what was killed takes a moment to leave it. */
export async function removeGroups(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (let round = 0; round < removeRounds; round += 1) {
      // What runs inside as root may have made groups below its own.
      const all = [...(await groupsBelow(folder)), folder]
      for (const group of all) {
        const members = await text(join(group, 'cgroup.procs'))
        for (const id of members.split('\n').filter((line) => line !== '')) kill(Number(id))
      }
      let gone = false
      for (const group of all)
        gone = await rmdir(group).then(
          () => true,
          (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
        )
      if (gone) break
      await delay(removeRoundMs)
    }
  }
}

/** The groups below one, the deepest first. */
async function groupsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const below: string[] = []
  for (const entry of entries) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    below.push(...(await groupsBelow(path)), path)
  }
  return below
}

function kill(pid: number): void {
  // 0 stands for a process of another pid namespace, and to kill it would mean our own group.
  if (!Number.isInteger(pid) || pid <= 1) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

async function field(folder: string | null, file: string, name: string): Promise<number | null> {
  if (folder === null) return null
  const found = new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(await text(join(folder, file)))?.[1]
  return found === undefined ? null : Number(found)
}

async function number(folder: string | null, file: string, factor: number): Promise<number | null> {
  if (folder === null) return null
  const content = (await text(join(folder, file))).trim()
  return content === '' ? null : Math.round(Number(content) * factor)
}

async function cpuOf(folder: string): Promise<number | null> {
  const microseconds = await field(folder, 'cpu.stat', 'usage_usec')
  return microseconds === null ? null : Math.round(microseconds / 1000)
}

function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
