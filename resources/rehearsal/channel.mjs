import { createInterface } from 'node:readline'

/**
 * The two streams of the protocol: JSON lines out, `{"type":"prompt"|"continue"}` in. The end of standard input means
 * that the other end has gone: the play ends, so that no agent outlives the app.
 */
export function createChannel({ wait, interruption }) {
  const received = []
  let wake = null
  if (wait) {
    const input = createInterface({ input: process.stdin })
    input.on('line', (line) => {
      received.push(parse(line))
      wake?.()
    })
    input.on('close', () => interruption.interrupt(1))
  }
  // The other end may close its side at any time: nothing is left to be said then.
  process.stdout.on('error', () => process.exit(1))

  const next = () =>
    new Promise((resolve, reject) => {
      const done = (settle) => {
        wake = null
        stop()
        settle()
      }
      const look = () => {
        if (received.length > 0) done(() => resolve(received.shift()))
      }
      let stop = () => undefined
      wake = look
      look()
      if (wake !== null) stop = interruption.onInterrupt((reason) => done(() => reject(reason)))
    })

  return {
    /** Writes one line; resolves when it was taken, so that a slow reader slows the play. */
    emit: (event) =>
      new Promise((resolve) => {
        process.stdout.write(`${JSON.stringify(event)}\n`, resolve)
      }),
    /** The prompt comes first; without waiting there is none. */
    readPrompt: async () => {
      if (!wait) return ''
      const message = await next()
      return message.type === 'prompt' && typeof message.text === 'string' ? message.text : ''
    },
    /** Waits until the other end has stored what came so far. */
    acknowledged: async () => {
      let message = wait ? await next() : null
      while (message !== null && message.type !== 'continue') message = await next()
    },
  }
}

function parse(line) {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
