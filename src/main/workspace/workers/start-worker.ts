import { Worker } from 'node:worker_threads'
import { type Calls, createPeer, type Peer, type PeerMessage } from './peer'

export type StartedWorker<Remote extends Calls> = {
  readonly call: Peer<Remote>['call']
  readonly stop: () => Promise<void>
}

/** Starts a worker thread from a built entry. A worker that dies rejects every call that waits for it. */
export function startWorker<Remote extends Calls>(entry: URL, handlers: Calls): StartedWorker<Remote> {
  const worker = new Worker(entry, { env: {}, execArgv: [] })
  const peer = createPeer<Remote>(
    {
      postMessage: (message, transfer) => worker.postMessage(message, transfer),
      on: (_event, listener) => worker.on('message', (message: PeerMessage) => listener(message)),
    },
    handlers,
  )
  worker.on('error', (error) => peer.close(`The worker failed: ${error.message}`))
  worker.on('exit', (code) => peer.close(`The worker ended (${code}).`))
  return {
    call: peer.call,
    stop: async () => {
      peer.close('The worker was stopped.')
      await worker.terminate()
    },
  }
}
