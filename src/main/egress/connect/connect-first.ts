import { connect, type Socket } from 'node:net'
import type { Address } from '../host/address'

export type Connected = { readonly socket: Socket; readonly address: Address }

/** How long one address may take before the next is tried beside it (RFC 8305 speaks of 250 ms). */
const headStartMs = 300

/**
 * Connects to the first of these very addresses that answers, never to a name. Null: none did in time, or the signal
 * came. The socket stays half-open when the other side ends, and belongs to the caller.
 */
export function connectFirst(
  addresses: readonly Address[],
  port: number,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Connected | null> {
  return new Promise((done) => {
    const waiting = [...addresses]
    const trying = new Set<Socket>()
    let headStart: NodeJS.Timeout | undefined

    const finish = (result: Connected | null): void => {
      clearTimeout(headStart)
      clearTimeout(deadline)
      signal.removeEventListener('abort', abort)
      for (const socket of trying) if (socket !== result?.socket) socket.destroy()
      trying.clear()
      done(result)
    }
    const abort = (): void => finish(null)
    const deadline = setTimeout(abort, timeoutMs)
    signal.addEventListener('abort', abort)

    const tryNext = (): void => {
      clearTimeout(headStart)
      const address = waiting.shift()
      if (address === undefined) {
        if (trying.size === 0) finish(null)
        return
      }
      const socket = connect({ host: address.text, port, allowHalfOpen: true, noDelay: true })
      trying.add(socket)
      socket.once('connect', () => finish({ socket, address }))
      // Stays on the socket: an error later on is seen by its 'close', and must not be thrown.
      socket.on('error', () => {
        if (trying.delete(socket)) tryNext()
      })
      headStart = setTimeout(tryNext, headStartMs)
    }

    if (signal.aborted) finish(null)
    else tryNext()
  })
}
