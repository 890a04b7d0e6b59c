import type { AgentEvent } from '../runtime'

/** Model responses made out of items: Codex names none. */
export type Responses = {
  /** Words of the model (a message or reasoning) are about to come. */
  readonly words: () => readonly AgentEvent[]
  /** Something of a response is about to come, whatever it is. */
  readonly ensure: () => readonly AgentEvent[]
  /** A tool call is about to begin. */
  readonly call: () => readonly AgentEvent[]
  /** What is open belongs to a response that is over. */
  readonly finish: () => readonly AgentEvent[]
}

/**
 * A response is the words up to its tool calls and those calls. It is over when none of its calls is running, when
 * words come after a call, when the model is asked again, and at the turn's end. Calls that Codex makes one after the
 * other thus count as responses of their own, which they are but for a model that asks for several at once: then a
 * response shows as several frames, and no file change is told of a wrong call.
 */
export function createResponses(prefix: string): Responses {
  let count = 0
  let isOpen = false
  let hasCalls = false

  const id = (): string => `${prefix}response_${count}`
  const start = (): readonly AgentEvent[] => {
    count += 1
    isOpen = true
    hasCalls = false
    return [{ type: 'response.started', responseId: id() }]
  }
  const finish = (): readonly AgentEvent[] => {
    if (!isOpen) return []
    isOpen = false
    return [{ type: 'response.finished', responseId: id() }]
  }
  const ensure = (): readonly AgentEvent[] => (isOpen ? [] : start())
  return {
    words: () => (isOpen && !hasCalls ? [] : [...finish(), ...start()]),
    ensure,
    call: () => {
      const started = ensure()
      hasCalls = true
      return started
    },
    finish,
  }
}
