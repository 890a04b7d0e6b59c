import type { EgressRule } from '../rules/rule-set'

/** One call of an API; its path below the base address. */
export type ApiEndpoint = { readonly method: string; readonly path: string }

/** What of a model provider's API a box may use, and how its key is shown to it. */
export type ProviderApi = {
  /** Only these, letter by letter; a query is passed on. */
  readonly endpoints: readonly ApiEndpoint[]
  /** The headers that a key is sent in. */
  readonly keyHeaders: (key: string) => Readonly<Record<string, string>>
  /**
   * What stands in the key's place inside the box. It has the form of the kind of key it stands for, since a program
   * talks differently with each; it opens nothing.
   */
  readonly placeholder: (key: string) => string
  /**
   * What a program has to reach, by a tunnel, where it is signed in with the user's account instead of a key (Claude Code
   * 2.1 and Codex 0.171, by what they asked a proxy for). Without the hosts that hand out new tokens: a copied sign-in
   * must not use up the one that the user's own program will need.
   */
  readonly accountRules: readonly EgressRule[]
}

/** A token that `claude setup-token` makes begins so; it is a bearer's, and the program says more headers with it. */
const oauthStart = 'sk-ant-oat'

/** The Messages API (docs.anthropic.com/en/api). The base address has no path. */
export const anthropicApi: ProviderApi = {
  endpoints: [
    { method: 'POST', path: '/v1/messages' },
    { method: 'POST', path: '/v1/messages/count_tokens' },
    { method: 'GET', path: '/v1/models' },
  ],
  keyHeaders: (key) =>
    key.startsWith(oauthStart) ? { authorization: `Bearer ${key}` } : { 'x-api-key': key },
  placeholder: (key) => (key.startsWith(oauthStart) ? `${oauthStart}01-glovebox-adds-it-outside` : outside),
  accountRules: [{ host: 'api.anthropic.com', port: 443 }],
}

/** The Responses API (platform.openai.com/docs/api-reference). The base address ends in `/v1`. */
export const openaiApi: ProviderApi = {
  endpoints: [
    { method: 'POST', path: '/responses' },
    { method: 'POST', path: '/responses/compact' },
    { method: 'GET', path: '/models' },
  ],
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  placeholder: () => outside,
  accountRules: [{ host: 'chatgpt.com', port: 443 }],
}

const outside = 'glovebox-adds-it-outside'

/** The base address that a program inside is given: the provider's own, reached through a loopback port. */
export function insideUrl(upstream: URL, port: number): string {
  const url = new URL(upstream)
  url.protocol = 'http:'
  url.username = ''
  url.password = ''
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.pathname === '/' ? url.origin : `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`
}
