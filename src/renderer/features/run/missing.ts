import type { Draft } from './draft'
import type { Composed } from './request'

/** Why the run can't be started as it is composed, in a few words; null where it can. `isHeld`: a sandbox was found for it. */
export function missingWords({ request, ...composed }: Composed, draft: Draft, isHeld = true): string | null {
  if (request !== null) return isHeld ? null : 'No sandbox can hold it.'
  if (composed.obstacle !== null) return `${composed.obstacle.title}.`
  if (draft.prompt.trim() === '') return 'Say what the agent shall do.'
  if (composed.promptError !== null) return 'The prompt is too long.'
  if (composed.isVariantMissing) return 'Name the model.'
  if (Object.keys(composed.limitErrors).length > 0) return 'A limit can’t be taken.'
  return draft.hasSchema ? 'The schema can’t be used.' : 'Something is missing.'
}
