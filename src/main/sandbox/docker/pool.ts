import { ok, type Result } from '../../../shared'
import type { Mount } from '../box'
import { type BoxUsage, nothingCounted } from '../limits/cgroup'
import type { EngineResult } from './engine-result'
import { closed, notStarted } from './failures'
import type { KeptContainer } from './kept-container'

/**
 * The containers of one box. One program at a time runs in each, so that what it leaves is known to be its own and
 * nothing survives it; one that is needed while the others are in use is started. Most boxes have one for all their life.
 */
export type Pool = {
  /** These have to be seen by what is started from now on, besides what all containers show. */
  readonly need: (mounts: readonly Mount[]) => void
  /** Sees to it that one is ready. */
  readonly warm: () => Promise<Result<null>>
  readonly take: () => Promise<Result<KeptContainer>>
  readonly giveBack: (container: KeptContainer) => void
  readonly usage: () => Promise<BoxUsage>
  /** Ends all of them, whatever runs in them. */
  readonly close: () => Promise<void>
}

export function createPool(
  start: (more: readonly Mount[]) => Promise<EngineResult<KeptContainer>>,
  /** Processes of a container that were killed for want of memory, by what the engine told; null: it tells nothing. */
  memoryKills: (id: string) => number | null,
  /** Programs wait for each other: what one left has to be brought back before the next one starts. */
  oneAtATime = false,
): Pool {
  const needed = new Map<string, Mount>()
  const all = new Set<KeptContainer>()
  const lastUsage = new Map<string, BoxUsage>()
  let idle: readonly KeptContainer[] = []
  let warming: Promise<Result<null>> | null = null
  let isClosed = false

  const look = async (container: KeptContainer): Promise<void> => {
    if (container.isGone()) return
    const now = await container.usage()
    const before = lastUsage.get(container.id) ?? nothingCounted
    // One that is just being killed has no counters any more: what was seen last stays.
    lastUsage.set(container.id, {
      memoryKills: now.memoryKills ?? memoryKills(container.id) ?? before.memoryKills,
      processRefusals: now.processRefusals ?? before.processRefusals,
      cpuMs: now.cpuMs ?? before.cpuMs,
    })
  }
  const counted = (container: KeptContainer): KeptContainer => ({
    ...container,
    end: async () => {
      await look(container)
      return container.end()
    },
  })
  const suits = (container: KeptContainer): boolean =>
    !container.isGone() &&
    container.problem() === null &&
    [...needed.keys()].every((target) => container.mounts.some((mount) => mount.target === target))

  const startOne = async (): Promise<Result<KeptContainer>> => {
    if (isClosed) return closed()
    const started = await start([...needed.values()])
    if (!started.ok) return notStarted(started)
    const container = counted(started.value)
    all.add(container)
    if (isClosed) {
      await container.end()
      return closed()
    }
    return ok(container)
  }
  /** Takes away those that are gone or lack something that is needed by now. */
  const sortOut = (): void => {
    const unfit = idle.filter((container) => !suits(container))
    idle = idle.filter(suits)
    for (const container of unfit) void container.end().then(() => all.delete(container))
  }
  const warm = async (): Promise<Result<null>> => {
    sortOut()
    if (idle.length > 0 || [...all].some(suits)) return ok(null)
    warming ??= startOne()
      .then((started) => {
        if (!started.ok) return started
        idle = [...idle, started.value]
        return ok(null)
      })
      .finally(() => {
        warming = null
      })
    return warming
  }
  const takeOne = async (): Promise<Result<KeptContainer>> => {
    if (warming !== null) await warming
    sortOut()
    const [first, ...others] = idle
    if (first === undefined) return startOne()
    idle = others
    return ok(first)
  }
  const queue = oneAtATime ? createQueue() : { enter: async () => undefined, leave: () => undefined }
  return {
    need: (mounts) => {
      for (const mount of mounts) needed.set(mount.target, mount)
    },
    warm,
    take: async () => {
      await queue.enter()
      const taken = await takeOne()
      if (!taken.ok) queue.leave()
      return taken
    },
    giveBack: (container) => {
      queue.leave()
      if (container.isGone() || isClosed) {
        void container.end().then(() => all.delete(container))
        return
      }
      idle = [...idle, container]
    },
    usage: async () => {
      await Promise.all([...all].map(look))
      return [...lastUsage.values()].reduce(sum, { memoryKills: null, processRefusals: null, cpuMs: null })
    },
    close: async () => {
      isClosed = true
      await warming
      await Promise.all([...all].map((container) => container.end()))
      all.clear()
    },
  }
}

function sum(a: BoxUsage, b: BoxUsage): BoxUsage {
  const add = (one: number | null, two: number | null): number | null =>
    one === null ? two : two === null ? one : one + two
  return {
    memoryKills: add(a.memoryKills, b.memoryKills),
    processRefusals: add(a.processRefusals, b.processRefusals),
    cpuMs: add(a.cpuMs, b.cpuMs),
  }
}

/** Lets one after the other through. */
function createQueue() {
  const waiting: (() => void)[] = []
  let isBusy = false
  return {
    enter: async (): Promise<void> => {
      if (isBusy) await new Promise<void>((resolve) => waiting.push(resolve))
      isBusy = true
    },
    leave: (): void => {
      const next = waiting.shift()
      if (next === undefined) isBusy = false
      else next()
    },
  }
}
