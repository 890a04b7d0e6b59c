import type { Readable } from 'node:stream'

const tickMs = 100
const idleTicks = 5

/**
 * Closes streams of a process that has ended but whose pipe something else still holds open, once nothing has come
 * for a while. Ticks follow each other through the event loop, so what lies in the pipe is read before it is called
 * idle, however late the loop is. While `held`, nothing is closed.
 */
export function closeWhenIdle(streams: readonly Readable[], held: () => boolean): void {
  let idle = 0
  const onData = (): void => {
    idle = 0
  }
  const isOpen = (stream: Readable): boolean => !stream.readableEnded && !stream.destroyed
  const tick = (): void => {
    const open = streams.filter(isOpen)
    idle = held() ? 0 : idle + 1
    if (open.length > 0 && idle < idleTicks) {
      setTimeout(tick, tickMs)
      return
    }
    for (const stream of streams) stream.off('data', onData)
    for (const stream of open) stream.destroy()
  }
  for (const stream of streams) stream.on('data', onData)
  setTimeout(tick, tickMs)
}
