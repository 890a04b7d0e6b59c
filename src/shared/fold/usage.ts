import type { Usage } from '../events'

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: null,
}

/**
 * Adds two usages. A cost is known as soon as one of them has one. Sums stay within what can be counted exactly, however
 * much a program claims: beyond it a stored session could not be read again.
 */
export function addUsage(a: Usage, b: Usage): Usage {
  const costUsd =
    a.costUsd === null && b.costUsd === null ? null : bounded((a.costUsd ?? 0) + (b.costUsd ?? 0))
  return { ...eachCount((name) => a[name] + b[name]), costUsd }
}

/** Takes back a usage that was added before, when the same response reports again. */
export function subtractUsage(a: Usage, b: Usage): Usage {
  const costUsd = a.costUsd === null || b.costUsd === null ? a.costUsd : bounded(a.costUsd - b.costUsd)
  return { ...eachCount((name) => a[name] - b[name]), costUsd }
}

/** At least 0 and at most the largest exact whole number: rounding and saturation lead to neither side. */
export function bounded(value: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, value))
}

type Counts = Omit<Usage, 'costUsd'>

function eachCount(count: (name: keyof Counts) => number): Counts {
  return {
    inputTokens: bounded(count('inputTokens')),
    outputTokens: bounded(count('outputTokens')),
    cacheReadTokens: bounded(count('cacheReadTokens')),
    cacheWriteTokens: bounded(count('cacheWriteTokens')),
    reasoningTokens: bounded(count('reasoningTokens')),
  }
}
