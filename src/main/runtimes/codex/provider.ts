import type { InvocationInput } from '../runtime'
import { tomlString, tomlTable } from './toml'

/** The variable that a key kept by Glovebox is passed in. Codex's commands don't get it. */
export const keyVariable = 'AGENT_MODEL_KEY'

const vendorUrl = 'https://api.openai.com/v1'
const provider = 'glovebox'

/** Longest silence of an open answer that Codex bears, unless the run's own limit is shorter. */
const longestIdleMs = 300_000

/**
 * How often Codex itself asks again. Each time shows in its stream and honours `retry-after`; the retries that it makes
 * below that, without a word, are switched off. What still fails is for the broker to try again.
 */
const retries = { stream_max_retries: '2', request_max_retries: '0' }

/**
 * Where the model is reached. With a key, a provider of our own, so that its retries are bounded; with the user's own
 * sign-in, Codex's built-in one, whose address depends on the account, unless another address is set.
 */
export function providerArgs({
  signIn,
  settings,
  limits,
}: Pick<InvocationInput, 'signIn' | 'settings' | 'limits'>): readonly string[] {
  const { baseUrl } = settings
  if (signIn.type !== 'key' && baseUrl === null) return []
  const { url, query } = modelAddress(baseUrl ?? vendorUrl)
  const definition = tomlTable({
    name: tomlString(provider),
    base_url: tomlString(url),
    ...(query === null ? {} : { query_params: query }),
    ...(signIn.type === 'key' ? { env_key: tomlString(keyVariable) } : {}),
    ...(signIn.type === 'login' ? { requires_openai_auth: 'true' } : {}),
    wire_api: tomlString('responses'),
    supports_websockets: 'false',
    ...retries,
    stream_idle_timeout_ms: String(Math.max(1000, Math.min(limits.idleTimeMs, longestIdleMs))),
  })
  return ['-c', `model_provider=${tomlString(provider)}`, '-c', `model_providers.${provider}=${definition}`]
}

/** The address that Codex asks, query included; null: the vendor's own. */
export function codexAddress(baseUrl: string | null): string {
  if (baseUrl === null) return vendorUrl
  const { search } = new URL(baseUrl)
  return `${modelAddress(baseUrl).url}${search}`
}

/**
 * Codex asks `<address>/responses`. An address without a path gets `/v1`, as the vendor's own has; one with a path is
 * taken as it is (a gateway may have its own), without a slash at its end. A query goes with every request.
 */
export function modelAddress(baseUrl: string): { readonly url: string; readonly query: string | null } {
  const parsed = new URL(baseUrl)
  const path = parsed.pathname.replace(/\/+$/, '')
  const query = Object.fromEntries([...parsed.searchParams].map(([name, value]) => [name, tomlString(value)]))
  parsed.search = ''
  parsed.hash = ''
  parsed.pathname = path === '' ? '/v1' : path
  return { url: parsed.href, query: Object.keys(query).length === 0 ? null : tomlTable(query) }
}
