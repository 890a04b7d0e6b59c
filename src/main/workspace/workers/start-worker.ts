import { Worker } from 'node:worker_threads'
import { type Calls, createPeer, type Peer, type PeerMessage } from './peer'

export type StartedWorker<Remote extends Calls> = {
  readonly call: Peer<Remote>['call']
  readonly stop: () => Promise<void>
  readonly isAlive: () => boolean
  /** Whether the worker keeps the process from ending. */
  readonly ref: () => void
  readonly unref: () => void
}

/** Starts a worker thread from a built entry. A worker that dies rejects every call that waits for it. */
export function startWorker<Remote extends Calls>(
  entry: URL,
  find: (method: string) => Calls[string] | undefined,
): StartedWorker<Remote> {
  const worker = new Worker(entry, { env: {}, execArgv: [] })
  const peer = createPeer<Remote>(
    {
      postMessage: (message, transfer) => worker.postMessage(message, transfer),
      on: (_event, listener) => worker.on('message', (message: PeerMessage) => listener(message)),
    },
    find,
  )
  worker.on('error', (error) => peer.close(`The worker failed: ${error.message}`))
  let alive = true
  worker.on('exit', (code) => {
    alive = false
    peer.close(`The worker ended (${code}).`)
  })
  return {
    call: peer.call,
    isAlive: () => alive,
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    stop: async () => {
      peer.close('The worker was stopped.')
      await worker.terminate()
    },
  }
}
