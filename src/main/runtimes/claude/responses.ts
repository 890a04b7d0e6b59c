import type { AgentEvent } from '../runtime'

export type Responses = {
  /** A line or the stream of a response: begins it, and ends the one before. */
  readonly begin: (id: string, streamed: boolean) => readonly AgentEvent[]
  readonly called: (callId: string) => void
  readonly answered: (callId: string) => readonly AgentEvent[]
  /** The response's stream is complete: no further tool call will come. */
  readonly streamEnded: () => readonly AgentEvent[]
  readonly finish: () => readonly AgentEvent[]
}

type OpenResponse = {
  readonly id: string
  readonly waitingFor: Set<string>
  hasCalls: boolean
  /** False while more of its stream is to come, so that an early answer to one of several calls does not end it. */
  complete: boolean
}

/**
 * Where the main agent's responses begin and end. A response with tool calls ends when the last of them is answered: the
 * files are then as they left them, and the model is only being asked. One without ends when the next begins or the
 * program is done.
 */
export function createResponses(): Responses {
  let open: OpenResponse | null = null

  const finish = (): readonly AgentEvent[] => {
    if (open === null) return []
    const { id } = open
    open = null
    return [{ type: 'response.finished', responseId: id }]
  }
  const finishIfDone = (): readonly AgentEvent[] =>
    open?.hasCalls && open.complete && open.waitingFor.size === 0 ? finish() : []

  return {
    begin: (id, streamed) => {
      if (open?.id === id) return []
      const finished = finish()
      open = { id, waitingFor: new Set(), hasCalls: false, complete: !streamed }
      return [...finished, { type: 'response.started', responseId: id }]
    },
    called: (callId) => {
      if (open === null) return
      open.hasCalls = true
      open.waitingFor.add(callId)
    },
    answered: (callId) => {
      open?.waitingFor.delete(callId)
      return finishIfDone()
    },
    streamEnded: () => {
      if (open !== null) open.complete = true
      return finishIfDone()
    },
    finish,
  }
}
