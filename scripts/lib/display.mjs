import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const screen = '1600x1000x24'
const startWithin = 10_000

/** Whether a window would have nowhere to open. A WAYLAND_DISPLAY counts: Electron is told to use it (displayArgs). */
export const needsDisplay = () => displayArgs() === undefined

/**
 * Electron's arguments for the display at hand, or undefined if there is none.
 * @returns {readonly string[] | undefined}
 */
export function displayArgs() {
  if (process.platform !== 'linux' || xDisplayAnswers()) return []
  return process.env.WAYLAND_DISPLAY ? ['--ozone-platform=wayland'] : undefined
}

/** A local X display has a socket (file or abstract); one on another machine is taken at its word. */
function xDisplayAnswers() {
  const display = process.env.DISPLAY
  if (!display) return false
  const local = /^(?:unix)?:(\d+)/.exec(display)
  return local === null || existsSync(`/tmp/.X11-unix/X${local[1]}`)
}

/**
 * Runs `work` with a display: the one there is, else an Xvfb of our own that is ended afterwards, by its id.
 * @template T
 * @param {(env: { DISPLAY?: string }) => Promise<T>} work env: what its child processes need in theirs
 * @returns {Promise<T>}
 */
export async function withDisplay(work) {
  if (!needsDisplay()) return work({})
  const server = await startXvfb()
  const end = () => server.child.kill('SIGTERM')
  const onSignal = () => process.exit(143)
  process.once('exit', end)
  process.once('SIGTERM', onSignal)
  try {
    return await work({ DISPLAY: server.display })
  } finally {
    process.off('exit', end)
    process.off('SIGTERM', onSignal)
    await stopXvfb(server.child)
  }
}

/** -displayfd makes the server choose a free number and write it once it accepts connections. */
function startXvfb() {
  const args = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  return new Promise((done, fail) => {
    const give = (reason) => fail(new Error(`No virtual display could be started (Xvfb): ${reason}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      give('it did not become ready')
    }, startWithin)
    child.on('error', (error) => {
      clearTimeout(timer)
      give(error.message)
    })
    child.on('exit', (code) => {
      clearTimeout(timer)
      give(`it ended with code ${code}`)
    })
    child.stdio[3].setEncoding('utf8').once('data', (number) => {
      clearTimeout(timer)
      done({ child, display: `:${number.trim()}` })
    })
  })
}

function stopXvfb(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  return new Promise((done) => {
    child.once('exit', done)
    child.kill('SIGTERM')
  })
}
