import { constants } from 'node:fs'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AgentSettings,
  type EventBody,
  failure,
  type GloveboxError,
  ok,
  type Policy,
  type Result,
  type RuntimeName,
} from '../../shared'
import {
  type ContactEvent,
  type EgressRule,
  type EgressThread,
  insideUrl,
  type ProviderApi,
  proxyVariables,
  readRule,
  relayEntry,
  relays,
} from '../egress'
import type { SignIn } from '../runtimes'
import type { BoxRequest } from '../sandbox'

/** A model provider's API, and where it is reached by default or at an address of the user's. */
export type ModelProvider = {
  readonly api: ProviderApi
  readonly upstream: (baseUrl: string | null) => URL
}

/** The way out of the boxes, as the app keeps one for all runs. */
export type Egress = Pick<EgressThread, 'openEgress' | 'openProvider'> & {
  /** Tells when every way out was lost at once; the return value ends that. */
  readonly onLost: (listener: (error: GloveboxError) => void) => () => void
}

export type RunNetworkInput = {
  readonly egress: Egress
  readonly provider: ModelProvider | null
  readonly runFolder: string
  readonly policy: Policy
  readonly signIn: SignIn
  readonly settings: AgentSettings
  readonly push: (body: EventBody) => void
}

/** What a box is opened with so that its programs reach what the run may reach, and how those are told of it. */
export type RunNetwork = {
  readonly request: Pick<BoxRequest, 'bridges' | 'entry' | 'variables'>
  readonly signIn: SignIn
  readonly settings: AgentSettings
  /** What commands that the agent starts need to find the way out. */
  readonly variables: Readonly<Record<string, string>>
  /** As host:port, for people. */
  readonly reach: readonly string[]
  readonly close: () => Promise<void>
}

/** Where the folder of the run's sockets is seen inside, and which loopback port leads to which of them. */
const insideFolder = '/run/glovebox'
const modelPort = 8080
const proxyPort = 3128

/**
 * Opens what a run may reach: its model's API through a proxy that adds the key, so that no key is inside; the hosts of
 * the user's list, and those of a copied sign-in, through the egress proxy. Null: the run reaches nothing. The sockets
 * lie in the run's folder and go with it. Failures: policy.invalid, sandbox.unsupported, sandbox.start_failed.
 */
export async function openRunNetwork(input: RunNetworkInput): Promise<Result<RunNetwork | null>> {
  const { policy, signIn, settings, provider, runFolder } = input
  const byKey = signIn.type === 'key' && provider !== null && policy.capabilities.includes('reach_provider')
  const rules = rulesOf(input)
  if (!rules.ok) return rules
  if (!byKey && rules.value.length === 0) return ok(null)

  const folder = join(runFolder, 'net')
  const relay = await layRelay(folder)
  if (!relay.ok) return relay
  const opened: { readonly close: () => Promise<unknown> }[] = []
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((proxy) => proxy.close()))
  }
  const onContact = ({ phase, contact }: ContactEvent): void =>
    input.push({ type: 'network.contact', phase, contact })
  const ports: Record<number, string> = {}
  const reach: string[] = []

  let inside: Pick<RunNetwork, 'signIn' | 'settings'> = { signIn, settings }
  if (byKey) {
    const upstream = provider.upstream(settings.baseUrl)
    const proxy = await input.egress.openProvider({
      socketPath: join(folder, 'model.sock'),
      socketMode,
      upstream,
      endpoints: provider.api.endpoints,
      inject: () => Promise.resolve(provider.api.keyHeaders(signIn.key)),
      onContact,
    })
    if (!proxy.ok) return proxy
    opened.push(proxy.value)
    ports[modelPort] = `${insideFolder}/model.sock`
    reach.push(hostAndPort(upstream))
    inside = {
      signIn: { ...signIn, key: provider.api.placeholder(signIn.key) },
      settings: { ...settings, baseUrl: insideUrl(upstream, modelPort) },
    }
  }
  if (rules.value.length > 0) {
    const proxy = await input.egress.openEgress({
      socketPath: join(folder, 'out.sock'),
      socketMode,
      rules: rules.value,
      onContact,
    })
    if (!proxy.ok) {
      await close()
      return proxy
    }
    opened.push(proxy.value)
    ports[proxyPort] = `${insideFolder}/out.sock`
    reach.push(...rules.value.map(({ host, port }) => `${host}:${port}`))
  }
  const variables = rules.value.length > 0 ? proxyVariables(proxyPort) : {}
  return ok({
    request: {
      bridges: [{ source: folder, target: insideFolder, access: 'read' }],
      entry: relayEntry(insideFolder, ports),
      variables,
    },
    ...inside,
    variables,
    reach,
    close,
  })
}

/** Whatever id a box gives its programs: the run's folder around it is closed to everybody else. */
const folderMode = 0o711
const socketMode = 0o666

/** The hosts of the user's list, and those that a copied sign-in needs. */
function rulesOf({ policy, signIn, settings, provider }: RunNetworkInput): Result<readonly EgressRule[]> {
  const rules: EgressRule[] = []
  const mayReach = (capability: 'reach_provider' | 'reach_network'): boolean =>
    policy.capabilities.includes(capability)
  if (signIn.type === 'login' && provider !== null && mayReach('reach_provider'))
    rules.push(
      ...(settings.baseUrl === null ? provider.api.accountRules : [ruleOf(new URL(settings.baseUrl))]),
    )
  for (const text of mayReach('reach_network') ? (policy.hosts ?? []) : []) {
    const rule = readHostRule(text)
    if (!rule.ok) return rule
    rules.push(rule.value)
  }
  return ok(rules)
}

const securePort = 443

/** A rule of the user's list: `host:port`, or a host alone for the port of HTTPS. Fails with policy.invalid. */
export function readHostRule(text: string): Result<EgressRule> {
  return readRule(/:[0-9]+\s*$/.test(text) ? text : `${text.trim()}:${securePort}`)
}

function ruleOf(url: URL): EgressRule {
  return { host: url.hostname, port: portOf(url) }
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'http:' ? 80 : securePort
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

/** Writes the relay's scripts where the box sees them. What it starts them by is the box's to have. */
async function layRelay(folder: string): Promise<Result<null>> {
  const found = await Promise.all(relays.flatMap(({ interpreters }) => interpreters).map(canRun))
  if (!found.includes(true))
    return failure(
      'sandbox.unsupported',
      'Not started: a boxed run reaches its model through a small script, for which perl or python3 is needed. Install one of them, then run again.',
    )
  await mkdir(folder, { mode: folderMode })
  for (const { file, text } of relays) await writeFile(join(folder, file), text, { mode: 0o444 })
  return ok(null)
}

function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

export type Providers = ReadonlyMap<RuntimeName, ModelProvider>
