/** A batch's files, each read with a byte to spare. */
const arenaBytes = 4 * 1024 * 1024 + 1024

/** Room for the bytes of one batch of files, used again for the next: allocating for each file costs more than reading it. */
export type Arena = {
  /** Bytes that stay untouched until `release`; more than what is left comes from outside the arena. */
  readonly room: (size: number) => Uint8Array
  readonly release: () => void
}

export function createArenas() {
  const free: Uint8Array[] = []
  return {
    take: (): Arena => {
      const arena = free.pop() ?? Buffer.allocUnsafeSlow(arenaBytes)
      let used = 0
      return {
        room: (size) => {
          if (used + size > arena.length) return Buffer.allocUnsafeSlow(size)
          used += size
          return arena.subarray(used - size, used)
        },
        release: () => void free.push(arena),
      }
    },
  }
}
