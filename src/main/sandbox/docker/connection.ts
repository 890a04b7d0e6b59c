import { Agent } from 'node:http'
import { Duplex } from 'node:stream'
import type Docker from 'dockerode'
import { spawnChild } from '../../process'
import type { Endpoint } from './endpoint'

/** Nothing of dockerode's own guesses: it would take DOCKER_HOST over what it is given. */
const noGuesses = {
  host: undefined,
  port: undefined,
  ca: undefined,
  cert: undefined,
  key: undefined,
  timeout: undefined,
  protocol: 'http',
  pathPrefix: '/',
} as const

export type ConnectionDeps = {
  /** ssh(1) by its path; null: not installed. */
  readonly ssh: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * A client of the engine behind an endpoint. Loaded when first needed: most starts of the app need none. Throws where
 * the endpoint can't be used at all (no ssh).
 */
export async function connect(endpoint: Endpoint, deps: ConnectionDeps): Promise<Docker> {
  const { default: Client } = await import('dockerode')
  switch (endpoint.type) {
    case 'socket':
      return new Client(optionsOf({ socketPath: endpoint.path }))
    case 'tcp': {
      const { host, port, tls } = endpoint
      return new Client(optionsOf({ host, port, ...(tls === null ? {} : { protocol: 'https', ...tls }) }))
    }
    case 'ssh':
      return new Client(optionsOf({ host: 'engine.invalid', agent: sshAgent(endpoint, deps) }))
  }
}

function optionsOf(own: object): Docker.DockerOptions {
  return { ...noGuesses, ...own } as unknown as Docker.DockerOptions
}

/** One connection per request over `ssh … docker system dial-stdio`, as the docker command does: keys, hosts and jumps
 * are those of the user's own ssh, and an unknown host is refused. */
function sshAgent(endpoint: Extract<Endpoint, { type: 'ssh' }>, { ssh, environment }: ConnectionDeps): Agent {
  if (ssh === null) throw new Error('ssh is not installed')
  const agent = new Agent({ keepAlive: false })
  const { user, host, port } = endpoint
  const open = async (): Promise<Duplex> => {
    const spawned = await spawnChild(
      {
        executable: ssh,
        args: [
          ...['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=20', '-T'],
          ...(user === null ? [] : ['-l', user]),
          ...(port === null ? [] : ['-p', String(port)]),
          ...['--', host, 'docker', 'system', 'dial-stdio'],
        ],
        environment: Object.fromEntries(
          ['PATH', 'HOME', 'USER', 'SSH_AUTH_SOCK'].flatMap((name) => {
            const value = environment[name]
            return value === undefined ? [] : [[name, value]]
          }),
        ),
        folder: '/',
        input: null,
      },
      {},
    )
    if (!spawned.ok) throw new Error(spawned.error.message)
    const { stdin, stdout, stderr, pid } = spawned.value
    stderr.resume()
    const duplex = Duplex.from({ writable: stdin, readable: stdout })
    duplex.once('close', () => {
      try {
        process.kill(pid, 'SIGTERM')
      } catch {
        // Ended already.
      }
    })
    return duplex
  }
  Object.assign(agent, {
    createConnection: (_: unknown, done: (error: Error | null, stream?: Duplex) => void) => {
      open().then((stream) => done(null, Object.assign(stream, socketMethods)), done)
    },
  })
  return agent
}

/** What the HTTP client asks of a socket and a pipe has no need of. */
const socketMethods = {
  setKeepAlive(this: unknown) {
    return this
  },
  setNoDelay(this: unknown) {
    return this
  },
  setTimeout(this: unknown) {
    return this
  },
  ref(this: unknown) {
    return this
  },
  unref(this: unknown) {
    return this
  },
}
