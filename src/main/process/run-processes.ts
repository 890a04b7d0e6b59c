import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { endNewest, liesIn, type ProcessMarks } from './newest-process'
import { type ProcessEntry, readEnvironment, readFolder, readProcessTable } from './process-table'
import { signalProcess } from './signals'

/** The variable that marks every process of a run; children inherit it. Its value is the run's token. */
export const runVariable = 'GLOVEBOX_RUN'

/** Longest time that is spent on ending a tree that goes on growing. */
const longestMs = 3000
const neededEmptyLooks = 3
const roundMs = 10

/** A living process that was started for one of the given runs. */
export type RunProcess = ProcessEntry & { readonly token: string }

/**
 * Finds every living process whose environment names one of these runs. Linux only: elsewhere the environment of
 * another process can't be read, and the answer is empty. A process that replaced its own environment is not found.
 */
export async function findRunProcesses(tokens: readonly string[]): Promise<readonly RunProcess[]> {
  if (tokens.length === 0) return []
  return markedBy(tokens, await readProcessTable())
}

/** The tokens of living processes that are this one, or go on after it with a hyphen. Linux only, as above. */
export async function findRunTokens(beginning: string): Promise<readonly string[]> {
  const mark = markOf(beginning)
  const table = await readProcessTable()
  const environments = await Promise.all(table.map(({ pid }) => readEnvironment(pid)))
  const marks = environments.flat().filter((each) => each === mark || each.startsWith(`${mark}-`))
  return [...new Set(marks)].map((each) => each.slice(markOf('').length))
}

/**
 * Ends every process of these runs and says how many there were: at the next start after a crash of main, for the
 * runs that were cut off. Looks again until none is left, since a process can start others while it is being ended.
 * `folders`: real folders that only these runs used; what works in one without a terminal is of them, too.
 */
export async function endRunProcesses(
  tokens: readonly string[],
  folders: readonly string[] = [],
): Promise<number> {
  if (tokens.length === 0) return 0
  const marks = { variables: new Set(tokens.map(markOf)), folder: null }
  const select = async (table: readonly ProcessEntry[]): Promise<readonly ProcessEntry[]> => {
    const found = await Promise.all([
      markedBy(tokens, table),
      ...folders.map((folder) => worksIn(folder, table)),
    ])
    return [...new Map(found.flat().map((entry) => [entry.identity, entry])).values()]
  }
  return (await endAll(select, marks)).count
}

/** `sure`: several looks found nothing more. Else something was still there, or came anew, when the time was up. */
export type Ended = { readonly count: number; readonly sure: boolean }

/**
 * Kills what `select` picks from the process table, again and again until it has picked nothing several times running.
 * One empty look is not enough: the table is no snapshot, and a process that forks and ends while it is read can hide
 * itself and its child from it.
 */
export async function endAll(
  select: (table: readonly ProcessEntry[]) => Promise<readonly ProcessEntry[]>,
  marks: ProcessMarks,
): Promise<Ended> {
  // By id: what was just killed may still stand in the table.
  const ended = new Set<number>()
  const until = performance.now() + longestMs
  for (let emptyLooks = 0; emptyLooks < neededEmptyLooks; ) {
    if (performance.now() > until) return { count: ended.size, sure: false }
    const newest = endNewest(marks)
    const found = await select(await readProcessTable())
    emptyLooks = found.length + newest.size === 0 ? emptyLooks + 1 : 0
    for (const pid of newest) ended.add(pid)
    for (const { pid } of found) {
      ended.add(pid)
      signalProcess(pid, 'SIGKILL')
    }
    await delay(roundMs)
  }
  return { count: ended.size, sure: true }
}

/** The processes of `table` that carry one of the tokens. Our own process is never among them. */
export async function markedBy(
  tokens: readonly string[],
  table: readonly ProcessEntry[],
): Promise<readonly RunProcess[]> {
  const marks = new Map(tokens.map((token) => [markOf(token), token]))
  const others = table.filter(({ pid }) => pid !== process.pid)
  const found = await Promise.all(
    others.map(async (entry): Promise<RunProcess | null> => {
      const environment = await readEnvironment(entry.pid)
      const mark = environment.find((variable) => marks.has(variable))
      const token = mark === undefined ? undefined : marks.get(mark)
      return token === undefined ? null : { ...entry, token }
    }),
  )
  return found.filter((entry) => entry !== null)
}

/** What works in a folder. A user who looks around in it does so in a terminal. */
export async function worksIn(
  folder: string,
  table: readonly ProcessEntry[],
): Promise<readonly ProcessEntry[]> {
  const candidates = table.filter(({ pid, terminal }) => !terminal && pid !== process.pid)
  const folders = await Promise.all(candidates.map(({ pid }) => readFolder(pid)))
  return candidates.filter((_, index) => liesIn(folder, folders[index] ?? ''))
}

/** The variable of a run's processes, as their environment has it. */
export function markOf(token: string): string {
  return `${runVariable}=${token}`
}
