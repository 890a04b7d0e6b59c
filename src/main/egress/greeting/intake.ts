import type { Socket } from 'node:net'

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
  /** Stops listening; what is still held is the caller's to take. */
  readonly stop: () => void
}

/** Held before the client waits: more than a greeting has. */
const mostHeld = 64 * 1024

/** `head`: what came already. */
export function createIntake(client: Socket, head: Buffer): Intake {
  let held = head
  let hasEnded = client.readableEnded || client.destroyed
  let wake: (() => void) | null = null

  const hear = (piece: Buffer): void => {
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    if (held.length >= mostHeld) client.pause()
    wake?.()
  }
  const end = (): void => {
    hasEnded = true
    wake?.()
  }
  client.on('data', hear).on('end', end).on('close', end)

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
          // A piece that fills what may be held and says nothing is as good as none.
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
      return taken
    },
    stop: () => {
      client.pause()
      client.off('data', hear).off('end', end).off('close', end)
    },
  }
}
