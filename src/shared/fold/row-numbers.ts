import type { EventBody } from '../events'

/**
 * Gives each event the timeline row it belongs to, so that a window can fetch rows 4,000–4,050 of a long session
 * without reading the rest. A tool's output and result share its row, as a contact's beginning and end do; a file change
 * joins the tool call that named it.
 */
export type RowNumbers = { readonly assign: (body: EventBody) => number; readonly count: () => number }

/** Where numbering goes on from: the next row, the rows of earlier tool calls, and of the open frame's call targets. */
export type RowNumbersSeed = {
  readonly next: number
  readonly byCall: ReadonlyMap<string, number>
  readonly byTarget: ReadonlyMap<string, number>
}

export function createRowNumbers(seed?: RowNumbersSeed): RowNumbers {
  let next = seed?.next ?? 0
  let last = Math.max(0, next - 1)
  const byCall = new Map<string, number>(seed?.byCall)
  let byTarget = new Map<string, number>(seed?.byTarget)

  const start = (): number => {
    last = next
    next += 1
    return last
  }
  const assign = (body: EventBody): number => {
    switch (body.type) {
      case 'tool.called': {
        const row = start()
        byCall.set(body.callId, row)
        if (body.target !== null) byTarget.set(body.target, row)
        return row
      }
      case 'tool.output':
      case 'tool.image':
      case 'tool.finished':
        return byCall.get(body.callId) ?? start()
      case 'file.changed':
        return (
          byTarget.get(body.path) ??
          (body.oldPath === null ? undefined : byTarget.get(body.oldPath)) ??
          start()
        )
      case 'network.contact': {
        const key = `contact ${body.contact.via} ${body.contact.id}`
        const row = byCall.get(key) ?? start()
        byCall.set(key, row)
        return row
      }
      case 'frame.started':
        byTarget = new Map()
        return last
      case 'frame.finished':
      case 'agent.usage':
      case 'agent.cost':
        return last
      default:
        return start()
    }
  }
  return { assign, count: () => next }
}
