import { readFileSync, readlinkSync } from 'node:fs'
import { readSmall } from './process-table'
import { signalProcess } from './signals'

/**
 * The id of the process that was created last on this machine; null where that isn't told. The fifth field of
 * /proc/loadavg (proc_loadavg(5)). Synchronous: what replaces itself without rest is gone by the next turn.
 */
export function newestProcess(): number | null {
  const pid = Number(readSmall('/proc/loadavg')?.trim().split(' ').at(-1))
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

/** What tells a process of a run by itself: `NAME=value` it was started with, and a folder that is the run's alone. */
export type ProcessMarks = { readonly variables: ReadonlySet<string>; readonly folder: string | null }

const enoughQuietLooks = 40
const maxEnded = 1000

/**
 * Kills the machine's newest process for as long as it bears a mark; the ids of those. What forks and ends without
 * rest is never in a table that takes milliseconds to read, but each of its links is the newest process for a while.
 */
export function endNewest(marks: ProcessMarks): ReadonlySet<number> {
  const ended = new Set<number>()
  let before: number | null = null
  for (let quiet = 0; quiet < enoughQuietLooks && ended.size < maxEnded; quiet += 1) {
    const pid = newestProcess()
    if (pid === null) break
    if (pid !== before && pid !== process.pid && bearsMark(pid, marks) && signalProcess(pid, 'SIGKILL')) {
      ended.add(pid)
      quiet = 0
    }
    before = pid
  }
  return ended
}

function bearsMark(pid: number, { variables, folder }: ProcessMarks): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    if (environment.some((variable) => variables.has(variable))) return true
    return folder !== null && liesIn(folder, readlinkSync(`/proc/${pid}/cwd`))
  } catch {
    return false
  }
}

export function liesIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
