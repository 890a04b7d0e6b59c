import { lookup } from 'node:dns/promises'
import { type Address, readAddress } from '../host/address'
import type { CanonicalHost } from '../host/canonical-host'

/** The addresses of a name, in the order to try them. Rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>

/**
 * By the system: its hosts file, its DNS. The system's way blocks a thread, of which Node has four for all its files as
 * well: so a box that asks for many names that nobody answers for waits in line, and the app does not.
 */
export function createSystemResolve(mostAtOnce = 2): Resolve {
  const waiting: (() => void)[] = []
  let running = 0
  return async (name) => {
    if (running >= mostAtOnce) await new Promise<void>((done) => waiting.push(done))
    else running += 1
    try {
      const found = await lookup(name, { all: true, verbatim: true })
      return found.map(({ address }) => address)
    } finally {
      // Its place goes to the next in line.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** More are not tried. */
const mostAddresses = 16

/**
 * Where a host is: asked once, and only these are dialled, so that a second answer of its name server changes nothing.
 * Empty: not found in time.
 */
export async function findAddresses(
  host: CanonicalHost,
  resolve: Resolve,
  timeoutMs: number,
): Promise<readonly Address[]> {
  if (host.type === 'address') return [host.address]
  const texts = await inTime(resolve(host.text), timeoutMs)
  return (texts ?? []).slice(0, mostAddresses).flatMap((text) => readAddress(text) ?? [])
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, timeoutMs, null)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
