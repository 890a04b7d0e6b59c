import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { platform as osPlatform } from 'node:os'
import { type Failure, failure, type GloveboxError, ok, type Result } from '../../../shared'
import { findPrograms } from '../../process'
import type { FoundTool } from '../backend'
import type { Caller } from '../box'
import { isAtLeast } from '../versions'
import { connect } from './connection'
import { type Endpoint, type EndpointDeps, endpointText, findEndpoints } from './endpoint'
import { createEngine, type Engine, type EngineInfo } from './engine'
import type { EngineError } from './engine-result'
import { engineWarnings, leastApi } from './known-versions'

export type LocatedEngine = {
  readonly endpoint: Endpoint
  readonly engine: Engine
  readonly info: EngineInfo
  readonly version: string
  readonly tool: FoundTool
}

export type LocateFailure = { readonly ok: false; readonly error: GloveboxError; readonly found?: FoundTool }

/** Finds the engine that the docker command would use, and asks who it is. Failures name the way out. */
export async function locateEngine(
  deps: EndpointDeps & { readonly caller: Caller },
): Promise<{ readonly ok: true; readonly value: LocatedEngine } | LocateFailure> {
  const endpoints = await findEndpoints(deps)
  if (!endpoints.ok) return endpoints
  if (endpoints.value.length === 0) return nothingThere(deps)
  let first: LocateFailure | null = null
  for (const endpoint of endpoints.value) {
    const asked = await ask(endpoint, deps)
    if (asked.ok) return asked
    first ??= asked
  }
  return first ?? nothingThere(deps)
}

async function nothingThere({ environment }: EndpointDeps): Promise<LocateFailure> {
  const [client] = await findPrograms('dockerd', {
    PATH: `${environment['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`,
  })
  return client === undefined
    ? failure(
        'sandbox.not_installed',
        'Docker is not installed. Install Docker Engine or Docker Desktop (Debian, Ubuntu: apt install docker.io), then probe again. Another sandbox does without.',
        { reason: 'not_installed' },
      )
    : failure(
        'sandbox.not_installed',
        'Docker is installed, but no engine runs. Start it (sudo systemctl start docker, or open Docker Desktop), then probe again.',
        { reason: 'no_daemon' },
      )
}

async function ask(
  endpoint: Endpoint,
  deps: EndpointDeps & { readonly caller: Caller },
): Promise<{ readonly ok: true; readonly value: LocatedEngine } | LocateFailure> {
  const told = endpointText(endpoint)
  const engine = await openEngine(endpoint, deps)
  if (!engine.ok) return engine
  const version = await engine.value.version()
  if (!version.ok) return (await unreachable(endpoint, version)) ?? lying(told, version.text)
  const info = await engine.value.info()
  if (!info.ok) return (await unreachable(endpoint, info)) ?? lying(told, info.text)
  const tool: FoundTool = {
    identity: null,
    endpoint: told,
    version: version.value.Version,
    warnings: [
      ...(await endpointWarnings(endpoint, deps.caller)),
      ...engineWarnings(version.value, info.value),
    ],
  }
  if (info.value.OSType !== 'linux')
    return {
      ...failure(
        'sandbox.unsupported',
        'The container engine runs Windows containers. Switch it to Linux containers, then probe again.',
        { os: info.value.OSType },
      ),
      found: tool,
    }
  if (!isAtLeast(version.value.ApiVersion, leastApi))
    return {
      ...failure(
        'sandbox.too_old',
        `Docker ${version.value.Version} is too old: 20.10 or newer is needed. Update it, then probe again.`,
        { version: version.value.Version, api: version.value.ApiVersion },
      ),
      found: tool,
    }
  return ok({ endpoint, engine: engine.value, info: info.value, version: version.value.Version, tool })
}

async function openEngine(endpoint: Endpoint, { environment }: EndpointDeps): Promise<Result<Engine>> {
  const [ssh = null] = endpoint.type === 'ssh' ? await findPrograms('ssh', environment) : []
  if (endpoint.type === 'ssh' && ssh === null)
    return failure(
      'sandbox.not_installed',
      'The container engine is reached over ssh, and ssh is not installed. Install it, then probe again.',
      { reason: 'no_ssh' },
    )
  try {
    return ok(createEngine(await connect(endpoint, { ssh, environment })))
  } catch (cause) {
    return failure(
      'sandbox.unsupported',
      'The connection to the container engine can’t be set up. Check DOCKER_HOST and its certificates, then probe again.',
      { endpoint: endpointText(endpoint) },
      cause,
    )
  }
}

/** Why no answer came; null: one came that was none of an engine's. */
async function unreachable(endpoint: Endpoint, { status, text }: EngineError): Promise<Failure | null> {
  const told = endpointText(endpoint)
  if (status !== null || /an answer that is none/.test(text)) return null
  if (/EACCES|EPERM/.test(text)) {
    const group = endpoint.type === 'socket' ? await groupOf(endpoint.path) : null
    return failure(
      'sandbox.not_permitted',
      `This account may not use the container engine (${told}). Members of the socket’s group may${group === null ? '' : ` (group ${group}; as a rule: sudo usermod -aG docker, then sign in anew)`}; but know that whoever may use it can become root on this machine. A rootless engine, or another sandbox, does without.`,
      { reason: 'socket', endpoint: told, text },
    )
  }
  if (/no answer within|Parse Error|HPE_/.test(text)) return null
  return failure(
    'sandbox.not_installed',
    `No container engine answers at ${told}. Start it (sudo systemctl start docker, or open Docker Desktop), or choose another context, then probe again.`,
    { reason: 'no_daemon', endpoint: told, text },
  )
}

function lying(told: string, text: string): Failure {
  return failure(
    'sandbox.lying',
    `What answers at ${told} is no container engine. It will not be used. Put DOCKER_HOST or the Docker context right, then probe again.`,
    { endpoint: told, text },
  )
}

async function groupOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ gid }) => gid,
    () => null,
  )
}

async function endpointWarnings(endpoint: Endpoint, { uid }: Caller): Promise<readonly string[]> {
  if (endpoint.type === 'tcp' && endpoint.tls === null)
    return [
      `The engine at ${endpointText(endpoint)} is reached without TLS: whoever reaches it can become root there.`,
    ]
  if (endpoint.type !== 'socket' || osPlatform() !== 'linux') return []
  const found = await stat(endpoint.path).catch(() => null)
  if (found === null) return []
  const own = await access(endpoint.path, constants.W_OK).then(
    () => found.uid === uid,
    () => false,
  )
  return [
    ...((found.mode & 0o002) === 0
      ? []
      : [
          `Every account of this machine may use ${endpoint.path}, and so become root. Take that right away.`,
        ]),
    ...(uid !== 0 && !own
      ? [
          'This account may use the container engine, which is as good as root on this machine. A rootless engine is not.',
        ]
      : []),
  ]
}
