import type { Address } from '../host/address'
import type { Connection, OpenConnection } from './connection'

export type Connected<C extends Connection> = { readonly connection: C; readonly address: Address }

export type ConnectOptions<C extends Connection> = {
  readonly open: OpenConnection<C>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** How long one address may take before the next is tried beside it (RFC 8305 speaks of 250 ms). */
const headStartMs = 300

/**
 * Connects to the first of these very addresses that answers, never to a name. Null: none did in time, or the signal
 * came. The connection belongs to the caller.
 */
export function connectFirst<C extends Connection>(
  addresses: readonly Address[],
  port: number,
  { open, timeoutMs, signal }: ConnectOptions<C>,
): Promise<Connected<C> | null> {
  return new Promise((done) => {
    const waiting = [...addresses]
    const trying = new Set<C>()
    let headStart: NodeJS.Timeout | undefined

    const finish = (result: Connected<C> | null): void => {
      clearTimeout(headStart)
      clearTimeout(deadline)
      signal.removeEventListener('abort', abort)
      for (const each of trying) if (each !== result?.connection) each.socket.destroy()
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
      const connection = open({ host: address.text, port })
      trying.add(connection)
      connection.socket.once('connect', () => finish({ connection, address }))
      // Stays on the socket: an error later on is seen by its 'close', and must not be thrown.
      connection.socket.on('error', () => {
        if (trying.delete(connection)) tryNext()
      })
      headStart = setTimeout(tryNext, headStartMs)
    }

    if (signal.aborted) finish(null)
    else tryNext()
  })
}
