import { z } from 'zod'
import type { AgentEvent } from '../runtime'
import { unknownLine } from '../unknown-line'
import { type CodexItem, codexItemSchema, type ItemPhase } from './lines'
import type { Responses } from './responses'
import { sandboxNotice } from './sandbox-notice'
import { createTodoLists } from './todo-lists'
import type { ToolCalls } from './tool-calls'

export type ItemEventsDeps = {
  readonly responses: Responses
  readonly calls: ToolCalls
  /** A message of the model: it is told later, when it is clear whether it is the answer. */
  readonly hold: (text: string) => void
}

/** What the lines about items come to. Messages, reasoning and warnings count when they are complete. */
export function createItemEvents({ responses, calls, hold }: ItemEventsDeps) {
  const todoLists = createTodoLists()
  let isBlocked = false

  /** Told once: each of its commands fails in the same way. */
  const blocked = (item: CodexItem): readonly AgentEvent[] => {
    const notice = isBlocked ? null : sandboxNotice(item)
    if (notice === null) return []
    isBlocked = true
    return [notice]
  }

  const ofCall = (events: readonly AgentEvent[]): readonly AgentEvent[] =>
    events.length === 0
      ? []
      : [...responses.call(), ...events, ...(calls.running() === 0 ? responses.finish() : [])]

  const ofWords = (item: Extract<CodexItem, { type: 'agent_message' | 'reasoning' | 'error' }>) => {
    switch (item.type) {
      case 'agent_message':
        hold(item.text)
        return responses.words()
      case 'reasoning':
        return [...responses.words(), { type: 'agent.thinking', text: item.text } as const]
      case 'error':
        return [{ type: 'agent.notice', level: 'warning', text: item.message } as const]
    }
  }

  return {
    take: (line: string, phase: ItemPhase, id: string, value: unknown): readonly AgentEvent[] => {
      const parsed = codexItemSchema.safeParse(value)
      if (!parsed.success) return [unknownLine(line, z.prettifyError(parsed.error))]
      const item = parsed.data
      switch (item.type) {
        case 'agent_message':
        case 'reasoning':
        case 'error':
          return phase === 'item.completed' ? ofWords(item) : []
        case 'todo_list':
          return ofCall(todoLists.take(id, item))
        default: {
          const events = calls.take(phase, id, item)
          if (events === null) return [unknownLine(line, 'of a tool call that was over already')]
          return ofCall([...events, ...blocked(item)])
        }
      }
    },
  }
}
