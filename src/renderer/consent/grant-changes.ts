import { type Consent, capabilities, capabilityWords, type Grant, limitNames, limitWords } from '../../shared'
import { scopeWords } from '../lib/consent-words'

/** What a new grant would change of the one in force, in words; each list may be empty. */
export type GrantChanges = {
  readonly adds: readonly string[]
  readonly takes: readonly string[]
  readonly alters: readonly string[]
}

/** Compares the grant in force with the one that would replace it. `titleOf` names a runtime; `now` in ms. */
export function grantChanges(
  before: Pick<Consent, 'runtimes' | 'capabilities' | 'limits' | 'scope' | 'hosts'>,
  after: Grant,
  titleOf: (runtime: string) => string,
  now: number,
): GrantChanges {
  const only = <T>(these: readonly T[], those: readonly T[]) => these.filter((each) => !those.includes(each))
  const powers = (granted: Grant['capabilities'], others: Grant['capabilities']) =>
    only(
      capabilities.filter((each) => granted.includes(each)),
      others,
    ).map((each) => capabilityWords[each].title.toLowerCase())
  const limits = limitNames.filter((name) => before.limits[name] !== after.limits[name])
  const was = scopeWords(before.scope, now)
  const willBe = scopeWords(after.scope, now)
  return {
    adds: [
      ...only(after.runtimes, before.runtimes).map(titleOf),
      ...powers(after.capabilities, before.capabilities),
      ...only(after.hosts ?? [], before.hosts ?? []),
    ],
    takes: [
      ...only(before.runtimes, after.runtimes).map(titleOf),
      ...powers(before.capabilities, after.capabilities),
      ...only(before.hosts ?? [], after.hosts ?? []),
    ],
    alters: [
      ...(was === willBe ? [] : [`${willBe}, not ${was}`]),
      ...limits.map((name) => `limit of ${limitWords[name].toLowerCase()}`),
    ],
  }
}
