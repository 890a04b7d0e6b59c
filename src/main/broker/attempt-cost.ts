import type { EventOf, Usage } from '../../shared'

/** What a response's tokens cost by a price table, in US dollars; null for a model it does not know. */
export type EstimateCost = (usage: Usage, model: string | null) => number | null

/** Costs of one attempt: each response is estimated as it comes, the program's own count settles it in the end. */
export function createAttemptCost(estimate: EstimateCost) {
  /** By response: one may report more than once, its last report counts. */
  const estimates = new Map<string, number>()
  let reportedUsd: number | null = null
  return {
    priced: (event: EventOf<'agent.usage'>): EventOf<'agent.usage'> => {
      if (event.usage.costUsd !== null) return { ...event, costSource: 'program' }
      const costUsd = estimate(event.usage, event.model)
      if (costUsd === null) return event
      estimates.set(event.responseId, costUsd)
      return { ...event, usage: { ...event.usage, costUsd }, costSource: 'estimated' }
    },
    reported: (usd: number): void => {
      reportedUsd = usd
    },
    /** The program's count and the estimates it takes the place of; null where it gave none. */
    total: (): { readonly usd: number; readonly replacesUsd: number } | null =>
      reportedUsd === null
        ? null
        : { usd: reportedUsd, replacesUsd: [...estimates.values()].reduce((sum, each) => sum + each, 0) },
  }
}
