import type { CostSource, SessionView } from '../../shared'
import { formatCost } from './format'

export type CostWords = {
  /** “$0.09”. */
  readonly text: string
  /** Said beside it wherever our price table had a part in it; null: the agent's own count. */
  readonly label: 'estimated' | 'partly estimated' | null
  readonly title: string
}

/** A cost with where it comes from; null where nothing is known. An estimate is never shown without its label. */
export function costWords(usd: number | null, source: CostSource | 'mixed' | null): CostWords | null {
  if (usd === null) return null
  const text = formatCost(usd)
  switch (source) {
    case 'estimated':
      return {
        text,
        label: 'estimated',
        title: 'Estimated from the tokens and the price table in the settings',
      }
    case 'mixed':
      return { text, label: 'partly estimated', title: 'In part the agent’s own count, in part an estimate' }
    case 'program':
    case null:
      return { text, label: null, title: 'As the agent counts it' }
  }
}

/** A session's cost on one line: “$0.09 (estimated)”, “–”. */
export function costText({ usage, costSource }: Pick<SessionView, 'usage' | 'costSource'>): string {
  const words = costWords(usage.costUsd, costSource)
  if (words === null) return '–'
  return words.label === null ? words.text : `${words.text} (${words.label})`
}

/** Tokens of all kinds. */
export function totalTokens({ usage }: Pick<SessionView, 'usage'>): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
}
