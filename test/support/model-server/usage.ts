import type { Usage } from './types'

export const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/** What a reply reports if its step says nothing: no zero, so that a lost number shows. */
export const usualUsage: Usage = { input: 400, cacheRead: 2_000, cacheWrite: 120, output: 85, reasoning: 30 }

export function addUsage(left: Usage, right: Usage): Usage {
  return {
    input: left.input + right.input,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite: left.cacheWrite + right.cacheWrite,
    output: left.output + right.output,
    reasoning: left.reasoning + right.reasoning,
  }
}

/** As the Messages API writes it: `input_tokens` without cached ones; `output` is 1 at the start of a stream. */
export function messagesUsage(usage: Usage, output = usage.output): Readonly<Record<string, unknown>> {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: output,
    service_tier: 'standard',
  }
}

/** As the Responses API writes it: `input_tokens` with cached ones. */
export function responsesUsage(usage: Usage): Readonly<Record<string, unknown>> {
  const input = usage.input + usage.cacheRead + usage.cacheWrite
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  }
}
