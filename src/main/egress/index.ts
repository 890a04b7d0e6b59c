export type { Resolve } from './connect/find-addresses'
export type { ContactEvent, ContactTotals } from './contacts/contact'
export { type AddressClass, addressClass } from './host/address-class'
export { type CanonicalHost, canonicalHost } from './host/canonical-host'
export { defaultEgressLimits, type EgressLimits } from './limits'
export {
  type ApiEndpoint,
  anthropicApi,
  insideUrl,
  openaiApi,
  type ProviderApi,
} from './provider/provider-api'
export { createProviderProxy, type ProviderProxy, type ProviderProxyDeps } from './provider/provider-proxy'
export { createEgressProxy, type EgressProxy, type EgressProxyDeps } from './proxy/egress-proxy'
export { proxyVariables } from './relay/proxy-variables'
export { type Relay, relayEntry, relayExitCodes, relays } from './relay/relay'
export { type EgressRule, readRule, readRules } from './rules/rule-set'
export {
  createEgressThread,
  type EgressOptions,
  type EgressThread,
  type EgressThreadDeps,
  type ProviderOptions,
  type ThreadEgress,
  type ThreadProxy,
} from './thread/egress-thread'
