import { addUsage, type EventOf, noUsage, subtractUsage, type Usage } from '../../shared'

/** Sums usage over responses; one that reports again takes the place of its earlier report. */
export function createUsageTotal() {
  const byResponse = new Map<string, Usage>()
  let sum = noUsage
  return {
    add: ({ responseId, usage }: EventOf<'agent.usage'>): void => {
      const earlier = byResponse.get(responseId)
      if (earlier !== undefined) sum = subtractUsage(sum, earlier)
      sum = addUsage(sum, usage)
      byResponse.set(responseId, usage)
    },
    total: (): Usage => sum,
  }
}
