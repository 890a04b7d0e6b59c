import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { failure, ok, type Result } from '../../../shared'

/** Certificates of a connection over TLS, as PEM. */
export type TlsFiles = { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer }

/** A way to a container engine's API. */
export type Endpoint =
  | { readonly type: 'socket'; readonly path: string }
  | { readonly type: 'tcp'; readonly host: string; readonly port: number; readonly tls: TlsFiles | null }
  | {
      readonly type: 'ssh'
      readonly host: string
      readonly user: string | null
      readonly port: number | null
    }

export type EndpointDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The user's home. */
  readonly home: string
  readonly platform: NodeJS.Platform
}

/** As it is written for people and in `docker context ls`. */
export function endpointText(endpoint: Endpoint): string {
  switch (endpoint.type) {
    case 'socket':
      return endpoint.path
    case 'tcp':
      return `tcp://${endpoint.host}:${endpoint.port}`
    case 'ssh': {
      const { user, host, port } = endpoint
      return `ssh://${user === null ? '' : `${user}@`}${host}${port === null ? '' : `:${port}`}`
    }
  }
}

/**
 * Where an engine may be, in the order in which the docker command would look: DOCKER_HOST, DOCKER_CONTEXT, the current
 * context of ~/.docker/config.json, then the sockets of an engine of the system, a rootless one and the desktop apps.
 * What the user chose is never replaced by something else. Failures: `sandbox.unsupported` for a choice that can't be read.
 */
export async function findEndpoints(deps: EndpointDeps): Promise<Result<readonly Endpoint[]>> {
  const { environment } = deps
  const folder = environment['DOCKER_CONFIG'] ?? join(deps.home, '.docker')
  const host = environment['DOCKER_HOST']
  if (host !== undefined && host !== '')
    return single(parseHost(host, await environmentTls(environment, folder)), host)
  const context = environment['DOCKER_CONTEXT'] ?? (await currentContext(folder))
  if (context !== null && context !== '' && context !== 'default') return readContext(folder, context)
  const paths = defaultSockets(deps)
  const there = await Promise.all(paths.map(isThere))
  return ok(paths.filter((_, index) => there[index]).map((path): Endpoint => ({ type: 'socket', path })))
}

/** Sockets of the system's engine, of a rootless one, and of the desktop apps. */
export function defaultSockets({ environment, home, platform }: EndpointDeps): readonly string[] {
  if (platform === 'win32') return ['//./pipe/docker_engine']
  const runtime = environment['XDG_RUNTIME_DIR']
  const own = ['run/docker.sock', 'desktop/docker.sock'].map((name) => join(home, '.docker', name))
  const others = ['.orbstack/run/docker.sock', '.colima/default/docker.sock', '.rd/docker.sock'].map((name) =>
    join(home, name),
  )
  return [
    '/var/run/docker.sock',
    ...(runtime === undefined ? [] : [join(runtime, 'docker.sock')]),
    ...own,
    ...(platform === 'darwin' ? others : []),
  ]
}

/** A host as DOCKER_HOST and contexts have it: `unix://`, `npipe://`, `tcp://`, `ssh://`; null: none of these. */
export function parseHost(text: string, tls: TlsFiles | null): Endpoint | null {
  const socket = /^(?:unix|npipe):\/\/(.+)$/.exec(text)?.[1]
  if (socket !== undefined) return { type: 'socket', path: socket }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hostname === '' || url.password !== '') return null
  const { hostname: host, username } = url
  const port = url.port === '' ? null : Number(url.port)
  // A name that began with a dash would be an option to ssh.
  if (url.protocol === 'ssh:' && !host.startsWith('-') && !username.startsWith('-'))
    return { type: 'ssh', host, user: username === '' ? null : decodeURIComponent(username), port }
  if (!['tcp:', 'http:', 'https:'].includes(url.protocol)) return null
  const secure = url.protocol === 'https:' ? (tls ?? {}) : tls
  return { type: 'tcp', host, port: port ?? (secure === null ? 2375 : 2376), tls: secure }
}

function single(endpoint: Endpoint | null, text: string): Result<readonly Endpoint[]> {
  if (endpoint !== null) return ok([endpoint])
  return failure(
    'sandbox.unsupported',
    'The address of the container engine (DOCKER_HOST, or the current Docker context) is none that Glovebox knows: unix://, tcp:// or ssh://. Put it right, then probe again.',
    { host: text.replace(/:\/\/[^@/]*@/, '://') },
  )
}

async function environmentTls(
  environment: EndpointDeps['environment'],
  folder: string,
): Promise<TlsFiles | null> {
  const verify = environment['DOCKER_TLS_VERIFY']
  if (verify === undefined || verify === '') return null
  return readTls(environment['DOCKER_CERT_PATH'] ?? folder)
}

async function readTls(folder: string): Promise<TlsFiles> {
  const [ca, cert, key] = await Promise.all(
    ['ca.pem', 'cert.pem', 'key.pem'].map((name) => readFile(join(folder, name)).catch(() => null)),
  )
  return { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) }
}

const configSchema = z.object({ currentContext: z.string().optional() })

async function currentContext(folder: string): Promise<string | null> {
  const config = configSchema.safeParse(await readJson(join(folder, 'config.json')))
  return config.data?.currentContext ?? null
}

const contextSchema = z.object({
  Endpoints: z.object({
    docker: z.object({ Host: z.string(), SkipTLSVerify: z.boolean().optional() }),
  }),
})

/** A context of `docker context create`: its folder is named by the SHA-256 of its name. */
async function readContext(folder: string, name: string): Promise<Result<readonly Endpoint[]>> {
  const id = createHash('sha256').update(name).digest('hex')
  const meta = contextSchema.safeParse(await readJson(join(folder, 'contexts', 'meta', id, 'meta.json')))
  if (!meta.success)
    return failure(
      'sandbox.unsupported',
      `The current Docker context (${name}) can’t be read. Choose another with “docker context use”, then probe again.`,
      { context: name },
    )
  const tlsFolder = join(folder, 'contexts', 'tls', id, 'docker')
  const tls = (await isThere(tlsFolder)) ? await readTls(tlsFolder) : null
  const { Host: host } = meta.data.Endpoints.docker
  return single(parseHost(host, tls), host)
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => 'null')
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
