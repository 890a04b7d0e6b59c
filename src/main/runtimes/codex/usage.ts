import { subtractUsage, type Usage } from '../../../shared'
import { codexUsageSchema } from './lines'

/** Codex's counters as tokens of each kind; null: they are not counters. */
export function readCodexUsage(value: unknown): Usage | null {
  const parsed = codexUsageSchema.safeParse(value)
  if (!parsed.success) return null
  const counted = parsed.data
  const cached = counted.cached_input_tokens + counted.cache_write_input_tokens
  return {
    inputTokens: Math.max(0, counted.input_tokens - cached),
    outputTokens: counted.output_tokens,
    cacheReadTokens: counted.cached_input_tokens,
    cacheWriteTokens: counted.cache_write_input_tokens,
    reasoningTokens: counted.reasoning_output_tokens,
    costUsd: null,
  }
}

/** What came on top of `before`. Counters that went back were begun anew: all of them count. */
export function usageSince(total: Usage, before: Usage | null): Usage {
  if (before === null) return total
  return counters.some((name) => total[name] < before[name]) ? total : subtractUsage(total, before)
}

const counters = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const
