import { nextId, partsOf, type StreamEvent } from './events'
import type { Reply, ToolCall, Usage } from './types'
import { responsesUsage } from './usage'

type Item = Readonly<Record<string, unknown>> & { readonly type: string; readonly id: string }

/** A reply in the form of the OpenAI Responses API, whole and as a stream. */
export type ResponsesReply = {
  readonly id: string
  readonly response: Readonly<Record<string, unknown>>
  readonly events: readonly StreamEvent[]
}

export function responsesReply(reply: Reply, model: string | null, usage: Usage): ResponsesReply {
  const id = nextId('resp')
  const items = itemsOf(reply)
  const frame = { id, object: 'response', created_at: 1_700_000_000, model, error: null }
  const running = { ...frame, status: 'in_progress', incomplete_details: null, output: [], usage: null }
  const reason = incompleteReason(reply)
  const response = {
    ...frame,
    status: reason ? 'incomplete' : 'completed',
    incomplete_details: reason ? { reason } : null,
    output: items,
    usage: responsesUsage(usage),
  }
  const events: readonly StreamEvent[] = [
    { data: { type: 'response.created', response: running } },
    { data: { type: 'response.in_progress', response: running } },
    ...items.flatMap((item, index) => itemEvents(item, index, reply)),
    { data: { type: reason ? 'response.incomplete' : 'response.completed', response }, marksUsage: true },
  ]
  return { id, response, events: numbered(events) }
}

/** `response.failed`, which ends a stream. */
export const failedEvent = (id: string, code: string, message: string): StreamEvent => ({
  data: {
    type: 'response.failed',
    response: { id, object: 'response', status: 'failed', error: { code, message }, output: [], usage: null },
  },
})

function incompleteReason({ stop }: Reply): string | null {
  if (stop === 'max_tokens') return 'max_output_tokens'
  return stop === 'content_filter' ? 'content_filter' : null
}

function itemsOf({ thinking, text, calls = [], stop }: Reply): readonly Item[] {
  const content = stop === 'refusal' ? { type: 'refusal', refusal: text } : outputText(text ?? '')
  return [
    ...(thinking === undefined ? [] : [reasoning(thinking)]),
    ...(text === undefined || text === ''
      ? []
      : [{ type: 'message', id: nextId('msg'), role: 'assistant', status: 'completed', content: [content] }]),
    ...calls.map(callItem),
  ]
}

const outputText = (text: string): Readonly<Record<string, unknown>> => ({
  type: 'output_text',
  text,
  annotations: [],
  logprobs: [],
})

const reasoning = (text: string): Item => ({
  type: 'reasoning',
  id: nextId('rs'),
  summary: [{ type: 'summary_text', text }],
  encrypted_content: 'c2VhbGVk',
})

function callItem(call: ToolCall): Item {
  const call_id = nextId('call')
  const common = { call_id, name: call.name, status: 'completed' }
  return 'input' in call
    ? { type: 'function_call', id: nextId('fc'), ...common, arguments: JSON.stringify(call.input) }
    : { type: 'custom_tool_call', id: nextId('ctc'), ...common, input: call.text }
}

function itemEvents(item: Item, output_index: number, reply: Reply): readonly StreamEvent[] {
  return [
    { data: { type: 'response.output_item.added', output_index, item: opening(item) } },
    ...fillEvents(item, output_index, reply),
    { data: { type: 'response.output_item.done', output_index, item } },
  ]
}

/** An item as it stands before anything fills it. */
function opening(item: Item): Item {
  switch (item.type) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'reasoning':
      return { ...item, summary: [] }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    default:
      return { ...item, status: 'in_progress', input: '' }
  }
}

function fillEvents(item: Item, output_index: number, reply: Reply): readonly StreamEvent[] {
  const at = { item_id: item.id, output_index }
  switch (item.type) {
    case 'message': {
      const part = { ...at, content_index: 0 }
      const text = reply.text ?? ''
      const kind = reply.stop === 'refusal' ? 'refusal' : 'output_text'
      return [
        { data: { type: 'response.content_part.added', ...part, part: { ...outputText(''), type: kind } } },
        ...deltas(`response.${kind}.delta`, part, text, reply),
        { data: { type: `response.${kind}.done`, ...part, text } },
        { data: { type: 'response.content_part.done', ...part, part: { ...outputText(text), type: kind } } },
      ]
    }
    case 'reasoning': {
      const part = { ...at, summary_index: 0 }
      const text = reply.thinking ?? ''
      const summary = { type: 'summary_text', text }
      return [
        { data: { type: 'response.reasoning_summary_part.added', ...part, part: { ...summary, text: '' } } },
        ...deltas('response.reasoning_summary_text.delta', part, text, reply),
        { data: { type: 'response.reasoning_summary_text.done', ...part, text } },
        { data: { type: 'response.reasoning_summary_part.done', ...part, part: summary } },
      ]
    }
    case 'function_call':
      return deltas('response.function_call_arguments.delta', at, String(item['arguments']), reply)
    default:
      return deltas('response.custom_tool_call_input.delta', at, String(item['input']), reply)
  }
}

function deltas(
  type: string,
  at: Readonly<Record<string, unknown>>,
  text: string,
  { chunk = 400, chunkDelayMs }: Reply,
): readonly StreamEvent[] {
  const delay = chunkDelayMs === undefined ? {} : { delayMs: chunkDelayMs }
  return partsOf(text, chunk).map((delta) => ({ data: { type, ...at, delta }, ...delay }))
}

const numbered = (events: readonly StreamEvent[]): readonly StreamEvent[] =>
  events.map((event, sequence_number) => ({ ...event, data: { ...event.data, sequence_number } }))
