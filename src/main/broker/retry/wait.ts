/** Waits, or until the signal aborts: then it ends at once, as it does where the signal had aborted before. Leaves no timer behind. */
export function wait(delayMs: number, signal: AbortSignal): Promise<'elapsed' | 'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve('aborted')
      return
    }
    const onAbort = (): void => {
      clearTimeout(timer)
      resolve('aborted')
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve('elapsed')
    }, delayMs)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
