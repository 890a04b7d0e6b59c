import { listProcesses, type ProcessEntry, readProcesses } from './process-table'

export type TreeWatch = {
  /** No look is taken any more. */
  readonly stop: () => Promise<void>
  /** A look out of turn. */
  readonly look: () => Promise<void>
  /** Identities of everything seen so far that came of the root, ended or not. */
  readonly seen: () => ReadonlySet<string>
}

/** One listing of /proc and one small file for each process that is new in it: less than a millisecond in most looks. */
const everyMs = 500

/**
 * Notes what comes of a process while it runs. A descendant that makes a session of its own, wipes its environment and
 * outlives its parent can't be told from a stranger afterwards; while its parent lives it can. What a holder holds
 * can't outlive it, so there the first look need not compete with the start.
 */
export function watchTree(root: number, holder = false): TreeWatch {
  const known = new Map<number, ProcessEntry>()
  const seen = new Set<string>()
  let others: ReadonlySet<number> = new Set()
  let looking: Promise<void> | null = null

  const lookNow = async (): Promise<void> => {
    const pids = listProcesses()
    const alive = new Set(pids)
    const found = await readProcesses(pids.filter((pid) => !others.has(pid) && !known.has(pid)))
    for (const pid of known.keys()) if (!alive.has(pid)) known.delete(pid)
    const self = found.find(({ pid }) => pid === root)
    if (self !== undefined) known.set(root, self)
    // A child may stand before its parent in the list: until no more of them join.
    for (let joined = true; joined; ) {
      joined = false
      for (const entry of found) {
        if (known.has(entry.pid) || !belongs(entry, known)) continue
        known.set(entry.pid, entry)
        seen.add(entry.identity)
        joined = true
      }
    }
    others = new Set(pids.filter((pid) => !known.has(pid)))
  }
  const look = (): Promise<void> => {
    looking ??= lookNow().finally(() => {
      looking = null
    })
    return looking
  }

  const watching = process.platform === 'linux'
  const timer = watching ? setInterval(() => void look(), everyMs) : undefined
  timer?.unref()
  if (watching && !holder) void look()
  return {
    look: watching ? look : () => Promise.resolve(),
    stop: async () => {
      clearInterval(timer)
      await looking
    },
    seen: () => seen,
  }
}

/** By its parent, its group or its session, which one that is known made. */
function belongs({ parent, group, session }: ProcessEntry, known: ReadonlyMap<number, unknown>): boolean {
  return known.has(parent) || known.has(group) || known.has(session)
}
