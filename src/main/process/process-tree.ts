import { setTimeout as delay } from 'node:timers/promises'
import { descendantsOf, readProcessTable } from './process-table'
import { endAll, markedBy } from './run-processes'
import { signalGroup } from './signals'

/** How long a tree may take to end by itself after INT and after TERM, in milliseconds. */
export type Grace = { readonly interruptMs: number; readonly terminateMs: number }

/** Agents were seen to need 3 s to close their stream properly after INT; after TERM nothing more is to be won. */
export const defaultGrace: Grace = { interruptMs: 3000, terminateMs: 1000 }

/** Everything that came of one process: its group, what it started below itself, and what carries the run's token. */
export type ProcessTree = {
  /** INT, TERM, KILL to the group, until the root has ended. */
  readonly end: (grace: Grace) => Promise<void>
  /** After the root has ended: kills what is left and says how many processes that were. */
  readonly sweep: () => Promise<number>
}

/**
 * Where the root only holds the program (`Invocation.holder`), INT and TERM go to the groups of its children instead.
 *
 * On Linux, processes that left the group are found by the token in their environment and, while a cancel is under
 * way, by their parents. On macOS neither can be read without another program, so only the group is ended there: a
 * process that made a session of its own lives on (and so it does on Windows).
 */
export function createProcessTree(
  root: number,
  token: string,
  rootExited: Promise<unknown>,
  holder = false,
): ProcessTree {
  const seen = new Set<string>()
  const remember = async (): Promise<void> => {
    for (const { identity } of descendantsOf(root, await readProcessTable())) seen.add(identity)
  }

  return {
    end: async ({ interruptMs, terminateMs }) => {
      for (const [signal, graceMs] of [
        ['SIGINT', interruptMs],
        ['SIGTERM', terminateMs],
      ] as const) {
        await remember()
        if (!(holder && (await signalHeld(root, signal)))) signalGroup(root, signal)
        if (await endsWithin(rootExited, graceMs)) return
      }
      await remember()
      signalGroup(root, 'SIGKILL')
      await rootExited
    },
    sweep: async () => {
      if (process.platform !== 'linux') return sweepGroup(root)
      // What a holder held ends with it, but a moment later: nothing that has to be killed.
      if (holder) await goneWithin(seen, heldGraceMs)
      return sweepLinux(root, token, seen)
    },
  }
}

const heldGraceMs = 500
const lookMs = 10

async function goneWithin(seen: ReadonlySet<string>, ms: number): Promise<void> {
  for (let waited = 0; waited < ms; waited += lookMs) {
    if (!(await readProcessTable()).some(({ identity }) => seen.has(identity))) return
    await delay(lookMs)
  }
}

/** Signals the groups of what `root` started; whether there was one. */
async function signalHeld(root: number, signal: NodeJS.Signals): Promise<boolean> {
  const children = (await readProcessTable()).filter(({ parent, group }) => parent === root && group !== root)
  const groups = [...new Set(children.map(({ group }) => group))]
  return groups.map((group) => signalGroup(group, signal)).includes(true)
}

async function sweepLinux(root: number, token: string, seen: ReadonlySet<string>): Promise<number> {
  return endAll(async (table) => {
    const marked = new Set((await markedBy([token], table)).map(({ identity }) => identity))
    return table.filter(({ identity, group }) => group === root || seen.has(identity) || marked.has(identity))
  })
}

/** Without a process table the number of members is unknown: a group that had any counts as one. */
async function sweepGroup(root: number): Promise<number> {
  return process.platform !== 'win32' && signalGroup(root, 'SIGKILL') ? 1 : 0
}

async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const timeout = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const result = await Promise.race([ended.then(() => true), timeout])
  timer.abort()
  return result
}
