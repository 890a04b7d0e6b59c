import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { electronArgs } from '../../scripts/lib/electron-args.mjs'
import { memoryOfTree } from './process-memory'

export type TimedStart = {
  /** Milliseconds from the start of the process to the first content that was painted. */
  readonly painted: number
  /** Milliseconds to the largest content of the first view. */
  readonly complete: number
  /** Megabytes of all its processes, once it had nothing to do for a while; null where the system doesn't tell. */
  readonly memory: number | null
}

export type StartOptions = {
  readonly electron: string
  readonly appFolder: string
  readonly profile: string
  /** How the address of the app's page begins. */
  readonly page: string
}

const idleMs = 5000
const withinMs = 60_000

/**
 * Starts an app as a user does and looks at it only afterwards: it is asked for its own record of when it painted. (A
 * test driver would hold the start back until it is connected.)
 */
export async function timeStart({ electron, appFolder, profile, page }: StartOptions): Promise<TimedStart> {
  const args = [
    ...electronArgs(electron),
    appFolder,
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
  ]
  const began = Date.now()
  const child = spawn(electron, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const port = await debuggingPort(child)
    const socket = await pageSocket(port, page)
    await delay(idleMs)
    const memory = memoryOfTree(child.pid ?? 0)
    const [painted, complete] = await readPaints(socket)
    return { painted: painted - began, complete: complete - began, memory }
  } finally {
    await end(child)
  }
}

/** The port that Chromium chose: it says so in its error output. */
function debuggingPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`it ended with code ${code}: ${said}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
}

async function pageSocket(port: number, address: string): Promise<string> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(100)) {
    const reply = await fetch(`http://127.0.0.1:${port}/json/list`)
    const targets = (await reply.json()) as { url: string; webSocketDebuggerUrl: string }[]
    const found = targets.find(({ url }) => url.startsWith(address))
    if (found !== undefined) return found.webSocketDebuggerUrl
  }
  throw new Error(`no page at ${address} within ${withinMs / 1000} s`)
}

const paintsScript = `new Promise((resolve) => {
  const at = (time) => performance.timeOrigin + time
  const look = () => {
    const [first] = performance.getEntriesByName('first-contentful-paint')
    if (first === undefined) return setTimeout(look, 50)
    new PerformanceObserver((list) => resolve([at(first.startTime), at(list.getEntries().at(-1).startTime)]))
      .observe({ type: 'largest-contentful-paint', buffered: true })
  }
  look()
})`

/** When the page painted its first and its largest content, in milliseconds since 1970. */
function readPaints(address: string): Promise<readonly [number, number]> {
  const socket = new WebSocket(address)
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('the page can’t be asked'))
    socket.onopen = () =>
      socket.send(
        JSON.stringify({
          id: 1,
          method: 'Runtime.evaluate',
          params: { expression: paintsScript, awaitPromise: true, returnByValue: true },
        }),
      )
    socket.onmessage = ({ data }) => {
      socket.close()
      const value: unknown = JSON.parse(String(data)).result?.result?.value
      if (Array.isArray(value)) resolve([Number(value[0]), Number(value[1])])
      else reject(new Error(`the page gave no times: ${data}`))
    }
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(killer)
}
