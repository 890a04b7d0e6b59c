import type { Capability, ConsentScope } from '../../shared'
import { actWords, listWords, scopeWords } from '../lib/consent-words'
import { shortName } from '../lib/names'

/**
 * The one button’s words, which name what it grants: “Let Rehearsal edit a copy of sample-repo, once”. A long name is cut;
 * the whole of it stands at the top of the page.
 */
export function grantWords(
  who: readonly string[],
  granted: readonly Capability[],
  project: string,
  scope: ConsentScope,
  now: number,
): string {
  return `Let ${named(who)} ${actWords(granted)} of ${shortName(project)}, ${scopeWords(scope, now)}`
}

/** More than two would make a button of two lines: their names stand above. */
const named = (who: readonly string[]) => (who.length > 2 ? `these ${who.length} agents` : listWords(who))
