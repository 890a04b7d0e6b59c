import {
  type Capability,
  type Consent,
  type ConsentScope,
  capabilities,
  type Grant,
  type Limits,
  type ProjectView,
  type RuntimeInfo,
  type RuntimeName,
} from '../../shared'
import { readHosts } from './host-rules'
import { readUntil, toField, tonight } from './until'

/** What the user has set so far. `wished` holds switches that are on, also such as the chosen runtimes don't offer. */
export type Draft = {
  readonly runtimes: readonly RuntimeName[]
  readonly wished: readonly Capability[]
  readonly scope: ConsentScope['type']
  /** Local date and time as the field holds it: “2026-03-04T23:59”. */
  readonly until: string
  /** What other hosts may be reached, as typed: one to a line. */
  readonly hosts: string
}

/** Switches that are on at first; to run commands, to see the git history or reach other hosts has to be asked for. */
const wishedAtFirst: readonly Capability[] = [
  'read_tracked_files',
  'write_mirror',
  'create_files',
  'reach_provider',
]

/** The grant that is in force now; null where none is. */
export const liveGrant = ({ consent, consentState }: ProjectView): Consent | null =>
  consentState === 'live' ? consent : null

/**
 * The draft as it opens: the grant in force, else what the last one held for one run, else the first runtime that can
 * be used. `asked`: an agent that the user wants in, where it can be used.
 */
export function startDraft(
  project: ProjectView,
  runtimes: readonly RuntimeInfo[],
  now: number,
  asked: RuntimeName | null = null,
): Draft {
  const usable = runtimes.filter(({ unavailable }) => unavailable === null).map(({ name }) => name)
  const wanted = usable.filter((name) => name === asked || project.consent?.runtimes.includes(name))
  const scope = liveGrant(project)?.scope ?? { type: 'once' as const }
  return {
    runtimes: wanted.length > 0 ? wanted : usable.slice(0, 1),
    wished: project.consent?.capabilities ?? wishedAtFirst,
    scope: scope.type,
    until: scope.type === 'until' ? toField(scope.at) : tonight(now),
    hosts: (project.consent?.hosts ?? []).join('\n'),
  }
}

/** Takes a runtime in or out. The last one stays: a grant is always for somebody. */
export function toggleRuntime(draft: Draft, name: RuntimeName): Draft {
  if (!draft.runtimes.includes(name)) return { ...draft, runtimes: [...draft.runtimes, name] }
  if (draft.runtimes.length === 1) return draft
  return { ...draft, runtimes: draft.runtimes.filter((each) => each !== name) }
}

export function setCapability(draft: Draft, capability: Capability, on: boolean): Draft {
  const others = draft.wished.filter((each) => each !== capability)
  return { ...draft, wished: on ? [...others, capability] : others }
}

/** One switch: the chosen runtimes can use the capability. `neededBy` are the titles of those that can't do without. */
export type CapabilityChoice = {
  readonly capability: Capability
  readonly on: boolean
  readonly neededBy: readonly string[]
}

/** The switches for the chosen runtimes, in vocabulary order. */
export function choices(draft: Draft, runtimes: readonly RuntimeInfo[]): readonly CapabilityChoice[] {
  const chosen = runtimes.filter(({ name }) => draft.runtimes.includes(name))
  return capabilities.flatMap((capability) => {
    const neededBy = chosen.filter(({ required }) => required.includes(capability)).map(({ title }) => title)
    const offered = neededBy.length > 0 || chosen.some(({ optional }) => optional.includes(capability))
    if (!offered) return []
    return [{ capability, on: neededBy.length > 0 || draft.wished.includes(capability), neededBy }]
  })
}

export function grantedCapabilities(draft: Draft, runtimes: readonly RuntimeInfo[]): Capability[] {
  return choices(draft, runtimes)
    .filter(({ on }) => on)
    .map(({ capability }) => capability)
}

/** The scope that the draft stands for; null where its time is empty or past. */
export function scopeOf(draft: Draft, now: number): ConsentScope | null {
  if (draft.scope !== 'until') return { type: draft.scope }
  const at = readUntil(draft.until)
  return at === null || at <= now ? null : { type: 'until', at }
}

/** What would be sent; null while something is missing or wrong. */
export function grantOf(
  draft: Draft,
  runtimes: readonly RuntimeInfo[],
  limits: Limits | null,
  now: number,
): Grant | null {
  const scope = scopeOf(draft, now)
  const granted = grantedCapabilities(draft, runtimes)
  if (scope === null || limits === null || draft.runtimes.length === 0 || granted.length === 0) return null
  const grant: Grant = { runtimes: [...draft.runtimes], capabilities: granted, limits, scope }
  if (!granted.includes('reach_network')) return grant
  const { hosts, problems } = readHosts(draft.hosts)
  return hosts.length === 0 || problems.length > 0 ? null : { ...grant, hosts: [...hosts] }
}
