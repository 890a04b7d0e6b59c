import { nextId, partsOf, type StreamEvent } from './events'
import type { Reply, Stop, ToolCall, Usage } from './types'
import { messagesUsage } from './usage'

type Block = Readonly<Record<string, unknown>> & { readonly type: string }

/** A reply in the form of the Anthropic Messages API, whole and as a stream. */
export type MessagesReply = {
  readonly id: string
  readonly message: Readonly<Record<string, unknown>>
  readonly events: readonly StreamEvent[]
}

export function messagesReply(reply: Reply, model: string | null, usage: Usage): MessagesReply {
  const id = nextId('msg')
  const blocks = blocksOf(reply)
  const frame = { id, type: 'message', role: 'assistant', model, stop_sequence: null }
  const stop_reason = stopReason(reply)
  const start: StreamEvent = {
    data: {
      type: 'message_start',
      message: { ...frame, content: [], stop_reason: null, usage: messagesUsage(usage, 1) },
    },
  }
  const delta = { stop_reason, stop_sequence: null }
  const end: StreamEvent = {
    data: { type: 'message_delta', delta, usage: messagesUsage(usage) },
    marksUsage: true,
  }
  return {
    id,
    message: { ...frame, content: blocks, stop_reason, usage: messagesUsage(usage) },
    events: [
      start,
      { data: { type: 'ping' } },
      ...blocks.flatMap((block, index) => blockEvents(block, index, reply)),
      end,
      { data: { type: 'message_stop' } },
    ],
  }
}

function blocksOf({ thinking, text, calls = [] }: Reply): readonly Block[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' }]),
    ...(text === undefined || text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({
      type: 'tool_use',
      id: nextId('toolu'),
      name: call.name,
      input: inputOf(call),
    })),
  ]
}

const inputOf = (call: ToolCall): unknown => ('input' in call ? call.input : { input: call.text })

const stopReasons: Readonly<Record<Stop, string>> = {
  refusal: 'refusal',
  content_filter: 'refusal',
  max_tokens: 'max_tokens',
}

function stopReason({ stop, calls = [] }: Reply): string {
  if (stop) return stopReasons[stop]
  return calls.length > 0 ? 'tool_use' : 'end_turn'
}

function blockEvents(
  block: Block,
  index: number,
  { chunk = 400, chunkDelayMs }: Reply,
): readonly StreamEvent[] {
  const { opening, deltas } = streamed(block, chunk)
  return [
    { data: { type: 'content_block_start', index, content_block: opening } },
    ...deltas.map((delta) => ({
      data: { type: 'content_block_delta', index, delta },
      ...(chunkDelayMs === undefined ? {} : { delayMs: chunkDelayMs }),
    })),
    { data: { type: 'content_block_stop', index } },
  ]
}

/** A block as it stands at its start, and what fills it. */
function streamed(block: Block, chunk: number): { opening: Block; deltas: readonly Block[] } {
  switch (block.type) {
    case 'thinking':
      return {
        opening: { ...block, thinking: '', signature: '' },
        deltas: [
          ...partsOf(String(block['thinking']), chunk).map((thinking) => ({
            type: 'thinking_delta',
            thinking,
          })),
          { type: 'signature_delta', signature: block['signature'] },
        ],
      }
    case 'tool_use':
      return {
        opening: { ...block, input: {} },
        deltas: partsOf(JSON.stringify(block['input']), chunk).map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      }
    default:
      return {
        opening: { ...block, text: '' },
        deltas: partsOf(String(block['text']), chunk).map((text) => ({ type: 'text_delta', text })),
      }
  }
}
