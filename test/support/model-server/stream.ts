import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeEvent, type StreamEvent } from './events'

/** The other side is gone. */
const gone = (response: ServerResponse): boolean => response.destroyed || response.socket?.destroyed === true

/** Writes as fast as the other side reads. Resolves early when that side is gone. */
export async function writeText(response: ServerResponse, text: string): Promise<void> {
  if (gone(response) || response.write(text)) return
  await new Promise<void>((done) => {
    const end = (): void => {
      response.off('drain', end)
      response.off('close', end)
      done()
    }
    response.on('drain', end)
    response.on('close', end)
  })
}

/**
 * Writes events, each after its delay.
 * @returns whether the one that reports the tokens went out
 */
export async function writeEvents(
  response: ServerResponse,
  events: readonly StreamEvent[],
): Promise<boolean> {
  let reported = false
  for (const event of events) {
    if (event.delayMs) await wait(event.delayMs)
    if (gone(response)) return reported
    await writeText(response, encodeEvent(event))
    reported ||= event.marksUsage === true && !gone(response)
  }
  return reported
}

/** Writes the same text again and again until the other side is gone. */
export async function writeForEver(response: ServerResponse, text: string, delayMs: number): Promise<void> {
  while (!gone(response)) {
    await wait(delayMs)
    await writeText(response, text)
  }
}

/**
 * Cuts the connection with a reset. What was written before has a moment to be read, since a reset discards what the
 * other side has not taken yet.
 */
export async function reset(response: ServerResponse): Promise<void> {
  await wait(50)
  response.socket?.resetAndDestroy()
}

/** Resolves when the other side is gone or the server closes. */
export const untilGone = (response: ServerResponse): Promise<void> =>
  gone(response) ? Promise.resolve() : new Promise((done) => response.once('close', () => done()))
