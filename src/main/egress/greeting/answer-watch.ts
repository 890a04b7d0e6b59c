import type { Socket } from 'node:net'
import { mostGreetingBytes } from './handshake'
import { asksAgain } from './server-hello'

/** Looks at the first bytes of a server's answer, as they pass. */
export type AnswerWatch = {
  /** Told of every piece that comes from the server. */
  readonly hear: (piece: Uint8Array) => void
  /** Whether the server asks for the greeting again, from what it says from now on; no, where it says nothing more. */
  readonly asksAgain: () => Promise<boolean>
}

export function createAnswerWatch(server: Socket): AnswerWatch {
  let heard = Buffer.alloc(0)
  let settle: ((again: boolean) => void) | null = null
  const close = (): void => settle?.(false)
  return {
    hear: (piece) => {
      if (settle === null) return
      heard = Buffer.concat([heard, piece.subarray(0, mostGreetingBytes)])
      const again = asksAgain(heard)
      if (again !== null || heard.length >= mostGreetingBytes) settle(again === true)
    },
    asksAgain: () =>
      new Promise((done) => {
        settle = (again) => {
          settle = null
          server.off('end', close).off('close', close)
          done(again)
        }
        server.on('end', close).on('close', close)
        if (server.readableEnded || server.destroyed) close()
      }),
  }
}
