/**
 * Calls between the main thread and a worker of ours, both ways over one port. Both ends are built from this code, so
 * messages are typed here and not parsed again.
 */
export type Calls = { readonly [method: string]: (input: never) => unknown }

export type Peer<Remote extends Calls> = {
  readonly call: <K extends keyof Remote & string>(
    method: K,
    input: Parameters<Remote[K]>[0],
    transfer?: readonly ArrayBuffer[],
  ) => Promise<Awaited<ReturnType<Remote[K]>>>
  /** Rejects what is still waiting: the other end is gone. */
  readonly close: (reason: string) => void
}

/** What the other end threw; `code` is the file system's (ENOSPC …) where there was one. */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  readonly code: string | null

  constructor(message: string, code: string | null) {
    super(message)
    this.code = code
  }
}

export type Port = {
  readonly postMessage: (message: unknown, transfer: readonly ArrayBuffer[]) => void
  readonly on: (event: 'message', listener: (message: PeerMessage) => void) => unknown
}

export type PeerMessage =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly input: never }
  | { readonly type: 'reply'; readonly id: number; readonly value: never }
  | { readonly type: 'error'; readonly id: number; readonly message: string; readonly code: string | null }

type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }

/** `find`: what answers a method of ours; looked up at each call. */
export function createPeer<Remote extends Calls>(
  port: Port,
  find: (method: string) => Calls[string] | undefined,
): Peer<Remote> {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let closed: string | null = null

  const answer = async (id: number, method: string, input: never): Promise<void> => {
    try {
      const value = await find(method)?.(input)
      port.postMessage({ type: 'reply', id, value }, [])
    } catch (error) {
      port.postMessage({ type: 'error', id, ...errorOf(error) }, [])
    }
  }

  port.on('message', (message) => {
    if (message.type === 'call') {
      void answer(message.id, message.method, message.input)
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'reply') call?.resolve(message.value)
    else call?.reject(new PeerError(message.message, message.code))
  })

  return {
    call: (method, input, transfer = []) =>
      new Promise((resolve, reject) => {
        if (closed !== null) return reject(new PeerError(closed, null))
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        port.postMessage({ type: 'call', id: lastId, method, input }, transfer)
      }),
    close: (reason) => {
      closed ??= reason
      for (const { reject } of waiting.values()) reject(new PeerError(reason, null))
      waiting.clear()
    },
  }
}

function errorOf(error: unknown): { readonly message: string; readonly code: string | null } {
  if (!(error instanceof Error)) return { message: String(error), code: null }
  return { message: error.message, code: 'code' in error ? String(error.code) : null }
}
