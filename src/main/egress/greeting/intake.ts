import type { BufferedConnection } from '../connect/buffered'

/** What a client says, held back until it may go on. */
export type Intake = {
  /**
   * Waits until `read` finds something in what is held. `late`: it did not within `timeoutMs`, from now or from the first
   * byte that is held. `ended`: nothing more comes.
   */
  readonly until: <T extends object>(
    read: (held: Buffer) => T | null,
    timeoutMs: number,
    from: 'now' | 'first_byte',
  ) => Promise<T | 'late' | 'ended'>
  readonly held: () => Buffer
  /** Takes the first bytes of what is held. */
  readonly take: (size: number) => Buffer
}

/** Held before the client waits: more than a greeting has. */
const mostHeld = 64 * 1024

/** Reads a client until somebody else does. `head`: what came already. */
export function createIntake({ socket, readBy }: BufferedConnection, head: Buffer): Intake {
  let held = head
  let hasEnded = socket.readableEnded || socket.destroyed
  let wake: (() => void) | null = null
  /** Gives back the memory of what is held beyond the most. */
  const waiting: (() => void)[] = []

  readBy((piece, done) => {
    held = Buffer.concat([held, piece])
    if (held.length < mostHeld) done()
    else waiting.push(done)
    wake?.()
  })
  const end = (): void => {
    hasEnded = true
    wake?.()
  }
  socket.once('end', end).once('close', end)

  return {
    until: async (read, timeoutMs, from) => {
      let isLate = false
      let timer: NodeJS.Timeout | undefined
      const start = (): void => {
        timer ??= setTimeout(() => {
          isLate = true
          wake?.()
        }, timeoutMs)
      }
      try {
        for (;;) {
          const found = read(held)
          if (found !== null) return found
          // So much that says nothing is as good as the end.
          if (hasEnded || held.length >= mostHeld) return 'ended'
          if (isLate) return 'late'
          if (from === 'now' || held.length > 0) start()
          await new Promise<void>((done) => {
            wake = done
          })
        }
      } finally {
        wake = null
        clearTimeout(timer)
      }
    },
    held: () => held,
    take: (size) => {
      const taken = held.subarray(0, size)
      held = held.subarray(size)
      if (held.length < mostHeld) for (const done of waiting.splice(0)) done()
      return taken
    },
  }
}
