import { z } from 'zod'
import type { AgentEvent } from '../runtime'

type Line = { readonly type: string; readonly [field: string]: unknown }
type Events = readonly AgentEvent[]

/**
 * Marks the final message. Whether a text was the last word shows only in the line after it, so the newest text waits
 * for that: the stream's closing event follows at once, or the program's result.
 */
export function createFinalText(): {
  /** The events of one line, with what was held back before them. */
  readonly pass: (line: Line, events: Events) => Events
  readonly flush: () => Events
} {
  let held: Events = []

  const release = (final: boolean): Events => {
    const events = held.map((event) => (event.type === 'agent.message' ? { ...event, final } : event))
    held = []
    return events
  }

  return {
    pass: (line, events) => {
      if (held.length > 0 && isBlockEnd(line)) return events
      const before = held.length === 0 ? [] : release(isLastWord(line, held))
      const from = line.type === 'assistant' ? events.findLastIndex(isOwnMessage) : -1
      if (from === -1) return [...before, ...events]
      held = events.slice(from)
      return [...before, ...events.slice(0, from)]
    },
    flush: () => release(false),
  }
}

const isOwnMessage = (event: AgentEvent): boolean =>
  event.type === 'agent.message' && event.parentCallId === undefined

const blockEndSchema = z.object({
  type: z.literal('stream_event'),
  event: z.object({ type: z.literal('content_block_stop') }),
})
const isBlockEnd = (line: Line): boolean => blockEndSchema.safeParse(line).success

const turnEndSchema = z.object({
  type: z.literal('stream_event'),
  event: z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.literal('end_turn') }),
  }),
})
const resultSchema = z.object({ type: z.literal('result'), is_error: z.literal(false), result: z.string() })

function isLastWord(line: Line, held: Events): boolean {
  if (turnEndSchema.safeParse(line).success) return true
  const result = resultSchema.safeParse(line)
  return (
    result.success &&
    held.some((event) => event.type === 'agent.message' && event.text === result.data.result)
  )
}
