import { lookup } from 'node:dns/promises'
import type { Resolve } from './find-addresses'

/** By the system: its hosts file, its DNS. */
export const bySystem: Resolve = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

export type LookUps = {
  /** The look-ups of one box: one after the other, each name once at a time. Rejects what waited too long. */
  readonly forBox: () => Resolve
}

export type LookUpsDeps = {
  readonly resolve?: Resolve
  readonly now?: () => number
  /** Of all boxes. The system's look-up holds one of the four threads that the whole app has for its files as well. */
  readonly mostAtOnce?: number
  /** A box whose look-up takes longer is slow until one of it is quick. */
  readonly slowMs?: number
  /** Nobody waits longer for an answer. */
  readonly patienceMs?: number
}

type Box = { isBusy: boolean; isSlow: boolean }
type Asked = {
  readonly box: Box
  readonly name: string
  readonly since: number
  readonly done: (addresses: Promise<readonly string[]>) => void
}

/**
 * Shares the system's look-ups among boxes, which can't be called off once begun: each box has one at a time, and those
 * that are known for slow ones leave a place to the others. So a box with names that nobody answers for holds up itself.
 */
export function createLookUps({
  resolve = bySystem,
  now = Date.now,
  mostAtOnce = 3,
  slowMs = 2000,
  patienceMs = 15_000,
}: LookUpsDeps = {}): LookUps {
  const waiting: Asked[] = []
  const running = new Set<Asked>()

  const mayStart = ({ box }: Asked): boolean => {
    const slow = [...running].filter((other) => other.box.isSlow).length
    return !box.isBusy && (!box.isSlow || slow < mostAtOnce - 1)
  }

  const startNext = (): void => {
    while (running.size < mostAtOnce) {
      const index = waiting.findIndex(mayStart)
      const [asked] = index === -1 ? [] : waiting.splice(index, 1)
      if (asked === undefined) return
      if (now() - asked.since < patienceMs) start(asked)
      else asked.done(Promise.reject(new Error('waited too long')))
    }
  }

  const start = (asked: Asked): void => {
    const { box } = asked
    const began = now()
    running.add(asked)
    box.isBusy = true
    const timer = setTimeout(() => {
      box.isSlow = true
    }, slowMs)
    const found = resolve(asked.name)
    const end = (): void => {
      clearTimeout(timer)
      running.delete(asked)
      box.isBusy = false
      box.isSlow = now() - began >= slowMs
      startNext()
    }
    found.then(end, end)
    asked.done(found)
  }

  return {
    forBox: () => {
      const box: Box = { isBusy: false, isSlow: false }
      const open = new Map<string, Promise<readonly string[]>>()
      return (name) => {
        const known = open.get(name)
        if (known !== undefined) return known
        const found = new Promise<readonly string[]>((done) => {
          waiting.push({ box, name, since: now(), done })
        })
        open.set(name, found)
        const forget = (): void => void open.delete(name)
        found.then(forget, forget)
        startNext()
        return found
      }
    },
  }
}
