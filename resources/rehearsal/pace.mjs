const shortestMs = 120
const longestMs = 400

/**
 * Waits between what is said and done, so that a person can watch: 120 to 400 ms, longer for longer texts. `fast`
 * waits not at all.
 */
export function createPace(pace, interruption) {
  const wait = (ms) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stop()
        resolve()
      }, ms)
      const stop = interruption.onInterrupt((reason) => {
        clearTimeout(timer)
        reject(reason)
      })
    })
  return {
    beat: async (text = '') => {
      interruption.throwIfInterrupted()
      if (pace === 'real') await wait(Math.min(longestMs, shortestMs + text.length * 2))
    },
    pause: async (ms) => {
      interruption.throwIfInterrupted()
      if (pace === 'real') await wait(ms)
    },
  }
}
