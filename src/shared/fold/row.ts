import type { EventBody, EventOf, StoredEvent } from '../events'

/** Output of a tool as one row shows it: the newest text, with how much was left out before it. */
export type ToolOutput = { readonly text: string; readonly omitted: number }

/** One row of the timeline. `event` rows show a single fact; `tool` rows gather a call, its output, result and changes. */
export type TimelineRow =
  | {
      readonly type: 'event'
      readonly row: number
      readonly seq: number
      readonly at: number
      readonly body: EventBody
    }
  | {
      readonly type: 'tool'
      readonly row: number
      readonly seq: number
      readonly at: number
      readonly call: EventOf<'tool.called'>
      readonly output: ToolOutput
      readonly result: EventOf<'tool.finished'> | null
      readonly images: readonly EventOf<'tool.image'>[]
      readonly changes: readonly EventOf<'file.changed'>[]
    }

const maxOutput = 64 * 1024

/** Folds one event into the row it belongs to (`undefined`: the row's first). Events that no row shows leave it as it is. */
export function foldRow(row: TimelineRow | undefined, event: StoredEvent): TimelineRow | undefined {
  const { body } = event
  if (body.type === 'tool.called')
    return {
      type: 'tool',
      row: event.row,
      seq: event.seq,
      at: event.at,
      call: body,
      output: { text: '', omitted: 0 },
      result: null,
      images: [],
      changes: [],
    }
  if (row?.type === 'tool') {
    if (body.type === 'tool.output') return { ...row, output: appendOutput(row.output, body.text) }
    if (body.type === 'tool.finished') return { ...row, result: body }
    if (body.type === 'tool.image') return { ...row, images: [...row.images, body] }
    if (body.type === 'file.changed') return { ...row, changes: [...row.changes, body] }
  }
  // A contact's end says all that its beginning did.
  if (row?.type === 'event' && row.body.type === 'network.contact' && body.type === 'network.contact')
    return { ...row, body }
  if (row !== undefined) return row
  return { type: 'event', row: event.row, seq: event.seq, at: event.at, body }
}

function appendOutput(output: ToolOutput, text: string): ToolOutput {
  const all = output.text + text
  const over = Math.max(0, all.length - maxOutput)
  return { text: over === 0 ? all : all.slice(over), omitted: output.omitted + over }
}
