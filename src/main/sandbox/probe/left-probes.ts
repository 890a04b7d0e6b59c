import { lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endRunProcesses, findRunTokens } from '../../process'
import { removeLeftGroups } from '../limits/left-groups'
import { isMachine } from '../seccomp/system-calls'
import { buildCallerProgram } from './caller-program'
import { createImage } from './image'
import type { ProbeDeps } from './probe-box'
import { readSegmentNote, segmentBytes, socketFolderOf } from './traces'

const probeName = /^probe-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * At a start: takes away what probes left that were ended in their midst with the app. Each made a folder named by its
 * token before anything else, in a place that is this installation's alone; so nothing of another's is met (I10). Never
 * throws.
 */
export async function removeLeftProbes(deps: ProbeDeps): Promise<void> {
  const { probesFolder } = deps
  const names = await readdir(probesFolder).catch((): string[] => [])
  const tokens = names.filter((name) => probeName.test(name))
  for (const token of tokens) {
    const parts = await findRunTokens(token)
    await endRunProcesses([token, ...parts], [join(probesFolder, token)])
  }
  await removeLeftGroups(tokens)
  for (const token of tokens) {
    await removeSegment(deps, token)
    await removeSocketFolder(token)
  }
  // A child that got away may write once more while its folder is being removed.
  for (const token of tokens)
    await rm(join(probesFolder, token), {
      recursive: true,
      force: true,
      maxRetries: 20,
      retryDelay: 50,
    }).catch(() => undefined)
}

/** Only one of ours by its maker, its size and the key that was drawn for it; what the kernel lists, none else. */
async function removeSegment({ machine, runBounded, probesFolder }: ProbeDeps, token: string): Promise<void> {
  const folder = join(probesFolder, token)
  const key = await readSegmentNote(folder)
  if (key === null || !isMachine(machine)) return
  const id = await findSegment(key)
  if (id === null) return
  const program = join(folder, 'remover')
  const image = createImage(machine)
  image.call('shmctl', id, removeIt, 0)
  await writeFile(program, buildCallerProgram(machine), { mode: 0o700 }).catch(() => undefined)
  await runBounded(
    { executable: program, args: [], environment: { PATH: '/usr/bin:/bin' }, folder: '/', input: null },
    { wallTimeMs: 5000, outputBytes: 1024 * 1024, keepBytes: 1024, runToken: token, input: image.encode() },
  )
}

const removeIt = 0

/** Columns of /proc/sysvipc/shm (proc_sysvipc(5)). */
const column = { key: 0, id: 1, mode: 2, size: 3, owner: 7 } as const

async function findSegment(key: number): Promise<number | null> {
  const lines = (await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '')).split('\n')
  for (const line of lines) {
    const fields = line.trim().split(/\s+/).map(Number)
    const isIt =
      fields[column.key] === key &&
      fields[column.size] === segmentBytes &&
      fields[column.owner] === process.geteuid?.()
    if (isIt) return fields[column.id] ?? null
  }
  return null
}

async function removeSocketFolder(token: string): Promise<void> {
  const folder = socketFolderOf(token)
  const found = await lstat(folder).catch(() => null)
  if (found?.isDirectory() !== true || found.uid !== process.geteuid?.()) return
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
