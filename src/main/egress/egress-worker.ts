import { parentPort } from 'node:worker_threads'
import { createThread } from './thread/thread'

// The proxies of all sessions, away from the main loop: what boxes send through them is none of its business.
if (parentPort !== null) {
  const port = parentPort
  const thread = createThread({ now: Date.now, say: (answer) => port.postMessage(answer) })
  port.on('message', (question: unknown) => void thread.hear(question))
}
