import { type Capability, type ConsentScope, inert } from '../../shared'
import { actWords, listWords, scopeWords } from '../lib/consent-words'

const maxName = 32

/** The one button’s words, which name what it grants: “Let Rehearsal edit a copy of sample-repo, once”. */
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

/** A long name is cut in the button; the whole of it stands at the top of the page. */
const shortName = (name: string) => {
  const shown = [...inert(name)]
  return shown.length > maxName ? `${shown.slice(0, maxName - 1).join('')}…` : shown.join('')
}
