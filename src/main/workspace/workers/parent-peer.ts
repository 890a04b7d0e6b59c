import { parentPort } from 'node:worker_threads'
import { type Calls, createPeer, type Peer, type PeerMessage } from './peer'

/** A worker entry's way to the thread that started it. */
export function parentPeer<Remote extends Calls>(handlers: Calls): Peer<Remote> {
  const port = parentPort
  if (port === null) throw new Error('This file runs only as a worker thread.')
  // Electron shows an .asar file as a folder. A project's files are files.
  Object.assign(process, { noAsar: true })
  return createPeer<Remote>(
    {
      postMessage: (message, transfer) => port.postMessage(message, transfer),
      on: (_event, listener) => port.on('message', (message: PeerMessage) => listener(message)),
    },
    (method) => handlers[method],
  )
}
