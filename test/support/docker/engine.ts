import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A container engine of the tests' own: its own folders, its own socket, and nothing of the machine's network. */
export type TestEngine = {
  readonly socket: string
  /** Environment for a client of it. */
  readonly environment: Readonly<Record<string, string>>
  readonly pid: number
  /** Ends it as an administrator would, or at once; what it held is left to it. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** One call of its API, by nothing of ours; the answer as JSON. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Ends it and takes its folder away. */
  readonly remove: () => Promise<void>
}

const startRounds = 600
const roundMs = 100

/** Starts one. Needs root and Debian's package docker.io; says so where either is missing. */
export async function startEngine({
  group,
  hidden,
}: {
  readonly group?: number
  /** A folder whose content the engine does not see, as one on another machine would not. */
  readonly hidden?: string
} = {}): Promise<TestEngine> {
  const program = ['/usr/sbin/dockerd', '/usr/bin/dockerd'].find((path) => existsSync(path))
  if (program === undefined) throw new Error('dockerd is missing. On Debian: apt-get install docker.io')
  if (process.getuid?.() !== 0) throw new Error('An engine for tests can only be started by root.')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-')))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'sockets'), { mode: 0o755 })
  const socket = join(folder, 'sockets', 'docker.sock')
  const log = join(folder, 'log')
  const out = openSync(log, 'w')
  const apart = [
    '--mount',
    '--propagation',
    'private',
    '/bin/sh',
    '-ec',
    'mount -t tmpfs none "$1"; shift; exec "$@"',
  ]
  const daemon = spawn(
    '/usr/bin/setpriv',
    [
      // A test run that is killed takes its engine along.
      ...['--pdeathsig', 'TERM'],
      ...(hidden === undefined ? [] : ['/usr/bin/unshare', ...apart, 'engine', hidden]),
      program,
      ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
      ...['--pidfile', join(folder, 'pid'), '--host', `unix://${socket}`],
      ...['--bridge', 'none', '--iptables=false', '--ip6tables=false'],
      ...(group === undefined ? [] : ['--group', String(group)]),
    ],
    {
      stdio: ['ignore', out, out],
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    },
  )
  const ask = (method: string, path: string, body?: unknown) => askEngine(socket, method, path, body)
  for (let round = 0; ; round += 1) {
    const answered = await ask('GET', '/info').catch(() => null)
    if (answered !== null) break
    if (round === startRounds || daemon.exitCode !== null)
      throw new Error(`dockerd did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`)
    await delay(roundMs)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (daemon.exitCode !== null || daemon.signalCode !== null) return
    daemon.kill(signal)
    await once(daemon, 'exit')
    await endLeft(join(folder, 'exec'))
  }
  return {
    socket,
    environment: { PATH: '/usr/bin:/bin', DOCKER_HOST: `unix://${socket}` },
    pid: daemon.pid ?? 0,
    stop,
    ask,
    remove: async () => {
      await stop()
      await unmountBelow(folder)
      await run('rm', ['-rf', folder])
    },
  }
}

/** What dockerd was killed away from: its containerd and shims, known by the folder in their command lines. */
async function endLeft(execFolder: string): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const { stdout } = await run('ps', ['-eo', 'pid=,args='])
    const left = stdout.split('\n').filter((line) => line.includes(execFolder) && !line.includes(' ps '))
    if (left.length === 0) return
    for (const line of left) {
      try {
        process.kill(Number.parseInt(line, 10), 'SIGKILL')
      } catch {
        // Gone by itself.
      }
    }
    await delay(50)
  }
}

async function unmountBelow(folder: string): Promise<void> {
  const points = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((point) => point.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)
  for (const point of points) await run('umount', ['-l', point]).catch(() => undefined)
}

function askEngine(socketPath: string, method: string, path: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { socketPath, method, path, headers: body === undefined ? {} : { 'content-type': 'application/json' } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => {
          const status = response.statusCode ?? 0
          if (status >= 400) return reject(new Error(`${status}: ${text}`))
          resolve(text === '' ? null : fromJson(text))
        })
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
