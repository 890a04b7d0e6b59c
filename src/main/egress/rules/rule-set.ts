import { failure, ok, type Result } from '../../../shared'
import { type Address, type AddressRange, isInRange, readRange } from '../host/address'
import { addressClass } from '../host/address-class'
import { readPort } from '../host/authority'
import { type CanonicalHost, canonicalHost } from '../host/canonical-host'
import { isOnOwnNetwork } from '../host/own-networks'

/** One place that may be reached. */
export type EgressRule = {
  /** A name (`api.example.org`), all names below one (`*.example.org`, not `example.org` itself), or an address. */
  readonly host: string
  readonly port: number
  /**
   * Addresses beyond public ones that this host may be found at: `10.0.0.0/8`, `192.168.1.5`. An address as `host`
   * names itself, `localhost` names loopback.
   */
  readonly addresses?: readonly string[]
}

export type RuleRefusal = 'host_not_listed' | 'port_not_listed' | 'address_refused'

/** What a run may reach. An empty one reaches nothing. */
export type RuleSet = {
  /** Whether this host may be asked for on this port; null: it may. */
  readonly refusesHost: (host: CanonicalHost, port: number) => RuleRefusal | null
  /** Whether the host, found at this address, may be dialled there; null: it may. Says no to an unlisted host, too. */
  readonly refusesAddress: (host: CanonicalHost, port: number, address: Address) => RuleRefusal | null
}

type CompiledRule = {
  readonly matches: (host: string) => boolean
  readonly port: number
  readonly ranges: readonly AddressRange[]
}

/** Reads rules. One that can't be read refuses them all (policy.invalid): a list is never applied in part. */
export function readRules(rules: readonly EgressRule[]): Result<RuleSet> {
  const compiled: CompiledRule[] = []
  for (const rule of rules) {
    const result = compile(rule)
    if (!result.ok) return result
    compiled.push(result.value)
  }
  return ok(ruleSet(compiled))
}

/** Reads `host:port`, as people write it in a list; the host in any spelling. Fails with policy.invalid. */
export function readRule(text: string): Result<EgressRule> {
  const { host, port } = /^\s*(?<host>.*):(?<port>[0-9]+)\s*$/s.exec(text)?.groups ?? {}
  if (host === undefined || port === undefined)
    return invalid(text, 'It has no port: write it as host:port, for example api.example.org:443.')
  const rule: EgressRule = { host, port: readPort(port) ?? 0 }
  const compiled = compile(rule)
  return compiled.ok ? ok({ ...rule, host: canonicalPattern(host) ?? host }) : compiled
}

/** Reaches nothing. */
export const nothing: RuleSet = ruleSet([])

/** Only what both allow. */
export function bothAllow(one: RuleSet, other: RuleSet): RuleSet {
  return {
    refusesHost: (host, port) => one.refusesHost(host, port) ?? other.refusesHost(host, port),
    refusesAddress: (host, port, address) =>
      one.refusesAddress(host, port, address) ?? other.refusesAddress(host, port, address),
  }
}

function ruleSet(rules: readonly CompiledRule[]): RuleSet {
  const matching = (host: CanonicalHost, port: number): readonly CompiledRule[] =>
    rules.filter((rule) => rule.port === port && rule.matches(host.text))
  const refusesHost: RuleSet['refusesHost'] = (host, port) => {
    if (matching(host, port).length > 0) return null
    return rules.some(({ matches }) => matches(host.text)) ? 'port_not_listed' : 'host_not_listed'
  }
  return {
    refusesHost,
    refusesAddress: (host, port, address) => {
      const refused = refusesHost(host, port)
      const isPublic = addressClass(address) === 'public' && !isOnOwnNetwork(address)
      if (refused !== null || isPublic) return refused
      const named = matching(host, port).some(({ ranges }) =>
        ranges.some((range) => isInRange(address, range)),
      )
      return named ? null : 'address_refused'
    },
  }
}

/** What `localhost` means (RFC 6761), whatever a resolver says. */
const loopback = ['127.0.0.0/8', '::1']

function compile(rule: EgressRule): Result<CompiledRule> {
  const pattern = canonicalPattern(rule.host)
  if (pattern === null)
    return invalid(rule.host, 'Write a name, *. before a name of at least two parts, or an address.')
  if (readPort(String(rule.port)) === null) return invalid(rule.host, 'The port is a number from 1 to 65535.')
  const ranges: AddressRange[] = []
  for (const text of [...ownAddresses(pattern), ...(rule.addresses ?? [])]) {
    const range = readRange(text)
    if (range === null) return invalid(text, 'Write an address, or a range as 10.0.0.0/8.')
    ranges.push(range)
  }
  return ok({ matches: matcher(pattern), port: rule.port, ranges })
}

function ownAddresses(pattern: string): readonly string[] {
  if (pattern === 'localhost') return loopback
  return readRange(pattern) === null ? [] : [pattern]
}

/** Names below one are those that end in it, after a dot; an address ends in none. */
function matcher(pattern: string): CompiledRule['matches'] {
  if (!pattern.startsWith('*.')) return (host) => host === pattern
  const ending = pattern.slice(1)
  return (host) => host.length > ending.length && host.endsWith(ending)
}

function canonicalPattern(text: string): string | null {
  // Without a port after it, an IPv6 address is written without brackets, too.
  if (!text.startsWith('*.')) return (canonicalHost(text) ?? canonicalHost(`[${text}]`))?.text ?? null
  const below = canonicalHost(text.slice(2))
  return below?.type === 'name' && below.text.includes('.') ? `*.${below.text}` : null
}

function invalid(text: string, what: string): Result<never> {
  return failure('policy.invalid', `“${text}” can't be a place to reach. ${what}`, { text })
}
