import { readdirSync, readFileSync } from 'node:fs'

const closeOnExec = 0o2000000
const firstAfterStreams = 3

/**
 * Descriptors that this process itself inherited and that would go on to everything it starts: whoever started the app
 * may have left a file or a socket open. What Node opens closes on exec. Linux only; elsewhere none can be told.
 */
export function findLeakedDescriptors(): ReadonlySet<number> {
  return new Set(listDescriptors().filter((fd) => fd >= firstAfterStreams && staysOpen(fd)))
}

function listDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return []
  }
}

function staysOpen(fd: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    return false
  }
}

let leaked: ReadonlySet<number> | null = null

/**
 * What a child gets from descriptor 3 on: the given contents, then, in place of each descriptor that would leak, an
 * empty one. `ignore` leaves a number as it is: closed.
 */
export function descriptorsFor(inherits: readonly Uint8Array[]): readonly (Uint8Array | 'ignore')[] {
  leaked ??= findLeakedDescriptors()
  const last = Math.max(firstAfterStreams + inherits.length - 1, ...leaked)
  return Array.from({ length: last + 1 - firstAfterStreams }, (_, index) => {
    const given = inherits[index]
    if (given !== undefined) return given
    return leaked?.has(index + firstAfterStreams) === true ? new Uint8Array() : 'ignore'
  })
}
