import { ok, type Result } from '../../../shared'
import type { Resolve } from '../connect/find-addresses'
import { createLookUps } from '../connect/look-ups'
import type { ContactEvent, ContactTotals } from '../contacts/contact'
import { createContacts } from '../contacts/contacts'
import { usualTlsPorts } from '../greeting/judge'
import { defaultEgressLimits, type EgressLimits } from '../limits'
import { type EgressRule, nothing, readRules } from '../rules/rule-set'
import { handleForward } from './forward-request'
import { serveBox } from './serve-box'
import { handleConnect } from './tunnel-request'
import { createWayOut } from './way-out'

export type EgressProxyDeps = {
  /** Of a socket that is not there yet, in a folder that only this user can change. The socket is the session's identity. */
  readonly socketPath: string
  /** 0o600 where the box has this user's own id, else 0o666 in a folder that lies in one closed to others. */
  readonly socketMode?: number
  /** None: everything is refused. */
  readonly rules: readonly EgressRule[]
  readonly limits?: EgressLimits
  /** Ports on which a tunnel carries TLS to the host by its name, and nothing else: 443 and 8443. */
  readonly tlsPorts?: ReadonlySet<number>
  readonly resolve?: Resolve
  readonly now: () => number
  /** Must have taken the event when it returns; if it throws, nothing more gets through. */
  readonly onContact: (event: ContactEvent) => void
}

export type EgressProxy = {
  /**
   * Takes more away: what it does not list is refused from now on and cut where it is open. It never adds. A list that
   * can't be read (policy.invalid) may have left out anything: then nothing is allowed any more.
   */
  readonly tighten: (rules: readonly EgressRule[]) => Result<void>
  readonly totals: () => ContactTotals
  /** Cuts everything and removes the socket. */
  readonly close: () => Promise<void>
}

/**
 * The one way out of a box without a network: an HTTP proxy (CONNECT and plain HTTP) on a unix socket of the session's.
 * A host is brought into its one spelling, looked up in the rules, resolved once, its addresses checked, and only a
 * checked address is dialled. Whatever fails is a refusal. Fails with policy.invalid or sandbox.start_failed.
 */
export async function createEgressProxy(deps: EgressProxyDeps): Promise<Result<EgressProxy>> {
  const { socketPath, socketMode = 0o600, limits = defaultEgressLimits, now, onContact } = deps
  const rules = readRules(deps.rules)
  if (!rules.ok) return rules
  const contacts = createContacts({ limits, now, onContact })
  const resolve = deps.resolve ?? createLookUps().forBox()
  const way = createWayOut({
    rules: rules.value,
    contacts,
    limits,
    resolve,
    tlsPorts: deps.tlsPorts ?? usualTlsPorts,
  })
  const served = await serveBox({
    socketPath,
    socketMode,
    limits,
    contacts,
    nobody: { via: 'http', method: '', host: '', port: 0 },
    onRequest: (request, response) => handleForward(way, request, response),
    onConnect: (request, client, head) => handleConnect(way, request, client, head),
  })
  if (!served.ok) return served
  return ok({
    tighten: (more) => {
      const read = readRules(more)
      way.tighten(read.ok ? read.value : nothing)
      return read.ok ? ok(undefined) : read
    },
    totals: contacts.totals,
    close: served.value.close,
  })
}
