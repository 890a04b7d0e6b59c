import { setTimeout as delay } from 'node:timers/promises'
import { descendantsOf, type ProcessEntry, readProcess, readProcessTable } from './process-table'
import { type Ended, endAll, markedBy, markOf, worksIn } from './run-processes'
import { signalGroup } from './signals'
import { watchTree } from './tree-watch'

/** How long a tree may take to end by itself after INT and after TERM, in milliseconds. */
export type Grace = { readonly interruptMs: number; readonly terminateMs: number }

/** Agents were seen to need 3 s to close their stream properly after INT; after TERM nothing more is to be won. */
export const defaultGrace: Grace = { interruptMs: 3000, terminateMs: 1000 }

/** Everything that came of one process: its group, what it started below itself, and what carries the run's token. */
export type ProcessTree = {
  /** INT, TERM, KILL to the group, until the root has ended. */
  readonly end: (grace: Grace) => Promise<void>
  /** After the root has ended: kills what is left and says how many processes that were, and whether those were all. */
  readonly sweep: () => Promise<Ended>
}

export type TreeOptions = {
  /** The root only holds the program (`Invocation.holder`): INT and TERM go to the groups of its children instead. */
  readonly holder?: boolean | undefined
  /** A folder that only this run uses: what works in it without a terminal of its own came of the run. */
  readonly ownFolder?: string | undefined
}

/**
 * On Linux, processes that left the group are found by the token in their environment, by the folder they work in, and
 * by their parents, group and session, which are noted while the root runs. What did away with all of these within
 * half a second of its start can't be told from a stranger. On macOS none can be read without another program, so only
 * the group is ended there: a process that made a session of its own lives on (and so it does on Windows).
 */
export function createProcessTree(
  root: number,
  token: string,
  rootExited: Promise<unknown>,
  { holder = false, ownFolder }: TreeOptions = {},
): ProcessTree {
  const watch = watchTree(root, holder)
  const began = readProcess(root)?.began ?? 0
  return {
    end: async ({ interruptMs, terminateMs }) => {
      for (const [signal, graceMs] of [
        ['SIGINT', interruptMs],
        ['SIGTERM', terminateMs],
      ] as const) {
        await watch.look()
        if (!(holder && (await signalHeld(root, signal)))) signalGroup(root, signal)
        if (await endsWithin(rootExited, graceMs)) return
      }
      await watch.look()
      signalGroup(root, 'SIGKILL')
      await rootExited
    },
    sweep: async () => {
      await watch.stop()
      if (process.platform !== 'linux') return sweepGroup(root)
      // What a holder held ends with it, but a moment later: nothing that has to be killed.
      if (holder) await goneWithin(watch.seen(), heldGraceMs)
      return sweepLinux({ root, began, token, seen: watch.seen(), folder: ownFolder ?? null })
    },
  }
}

const heldGraceMs = 500
const lookMs = 10

async function goneWithin(seen: ReadonlySet<string>, ms: number): Promise<void> {
  for (let waited = 0; waited < ms; waited += lookMs) {
    const isThere = [...seen].some(
      (identity) => readProcess(Number.parseInt(identity, 10))?.identity === identity,
    )
    if (!isThere) return
    await delay(lookMs)
  }
}

/** Signals the groups of what `root` holds; whether there was one. */
async function signalHeld(root: number, signal: NodeJS.Signals): Promise<boolean> {
  const groups = heldGroups(root, await readProcessTable())
  return groups.map((group) => signalGroup(group, signal)).includes(true)
}

/** The nearest groups below a holder that are not its own: it may hold by more than one process. */
export function heldGroups(root: number, table: readonly ProcessEntry[]): readonly number[] {
  const own = table.find(({ pid }) => pid === root)?.group ?? root
  const groups = new Set<number>()
  let holding: ReadonlySet<number> = new Set([root])
  while (holding.size > 0) {
    const children = table.filter(({ pid, parent }) => pid !== root && holding.has(parent))
    for (const { group } of children) if (group !== own) groups.add(group)
    holding = new Set(children.filter(({ group }) => group === own).map(({ pid }) => pid))
  }
  return [...groups]
}

type Traces = {
  readonly root: number
  /** When the root began: what is older can't have come of it. */
  readonly began: number
  readonly token: string
  readonly seen: ReadonlySet<string>
  readonly folder: string | null
}

async function sweepLinux({ root, began, token, seen, folder }: Traces): Promise<Ended> {
  const select = async (whole: readonly ProcessEntry[]): Promise<readonly ProcessEntry[]> => {
    const table = whole.filter((entry) => entry.began >= began)
    const [marked, inside] = await Promise.all([
      markedBy([token], table),
      folder === null ? [] : worksIn(folder, table),
    ])
    const traced = new Set([...marked, ...inside].map(({ identity }) => identity))
    const own = table.filter(
      ({ identity, group }) => group === root || seen.has(identity) || traced.has(identity),
    )
    return [...new Set([...own, ...own.flatMap(({ pid }) => descendantsOf(pid, table))])]
  }
  return endAll(select, { variables: new Set([markOf(token)]), folder })
}

/** Without a process table the number of members is unknown: a group that had any counts as one. */
async function sweepGroup(root: number): Promise<Ended> {
  return { count: process.platform !== 'win32' && signalGroup(root, 'SIGKILL') ? 1 : 0, sure: true }
}

async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const timeout = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const result = await Promise.race([ended.then(() => true), timeout])
  timer.abort()
  return result
}
