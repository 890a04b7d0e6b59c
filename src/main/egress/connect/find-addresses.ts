import { type Address, readAddress } from '../host/address'
import type { CanonicalHost } from '../host/canonical-host'

/** The addresses of a name, in the order to try them. Rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>

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
