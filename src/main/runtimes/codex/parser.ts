import type { Usage } from '../../../shared'
import type { AgentEvent, AgentParser, ParserContext } from '../runtime'
import { unknownLine } from '../unknown-line'
import { classifyCodexMessage } from './failure-text'
import { createItemEvents } from './item-events'
import type { CodexLine } from './lines'
import { codexFailure, type TurnEnd } from './outcome'
import { readCodexLine } from './read-line'
import { relativeTo } from './relative-path'
import { createResponses } from './responses'
import { readRetry } from './retrying'
import { notesInStderr } from './stderr-notes'
import { conversationId } from './thread-id'
import { createToolCalls } from './tool-calls'
import { readCodexUsage, usageSince } from './usage'

export type CodexParserDeps = {
  /** Codex gives no times: how long a call took is measured between its lines. */
  readonly now: () => number
  readonly context: ParserContext | null
}

/**
 * One attempt's stream of `codex exec --json`. Tokens are told once a turn, at its end, since the stream has no other
 * count. A message is held back until the next line shows whether it is the answer.
 */
export function createCodexParser({ now, context }: CodexParserDeps): AgentParser {
  // Codex counts its items from 0 at each start.
  const prefix = context === null || context.attempt === 1 ? '' : `${context.attempt}/`
  const model = context?.variant ?? null
  const relative = relativeTo(context?.mirrorFolder ?? null)
  const responses = createResponses(prefix)
  const calls = createToolCalls({ now, relative })
  const hold = (text: string): void => {
    held = text
    answer = text
  }
  const items = createItemEvents({ responses, calls, hold })
  let held: string | null = null
  let answer: string | null = null
  let lastError: string | null = null
  let turn: TurnEnd = { type: 'none' }
  let retries = 0
  let turns = 0
  let counted: Usage | null = context?.earlierUsage ?? null

  const takeUsage = (line: string, value: unknown): readonly AgentEvent[] => {
    const total = readCodexUsage(value)
    if (total === null) return [unknownLine(line, 'the end of a turn without token counts')]
    const usage = usageSince(total, counted)
    counted = total
    turns += 1
    return [{ type: 'agent.usage', responseId: `${prefix}turn_${turns}`, model, usage, provider: 'openai' }]
  }

  const takeRetryOrError = (message: string): readonly AgentEvent[] => {
    const retry = readRetry(message, retries)
    if (retry === null) {
      lastError = message
      return [{ type: 'agent.notice', level: 'error', text: message }]
    }
    retries += 1
    // What came of the response that broke off stays; the next answer is another response.
    return [...responses.finish(), retry]
  }

  const take = (text: string, line: CodexLine): readonly AgentEvent[] => {
    switch (line.type) {
      case 'thread.started': {
        const session = conversationId(line.thread_id)
        return [{ type: 'agent.ready', session, model, version: null, mode: null, tools: [], servers: [] }]
      }
      case 'turn.started':
        return []
      case 'turn.completed': {
        if (turn.type === 'none') turn = { type: 'completed' }
        const usage = [...responses.ensure(), ...takeUsage(text, line.usage)]
        const final = answer === null ? [] : [{ type: 'final', text: answer } as const]
        return [...calls.closeAll(), ...usage, ...responses.finish(), ...final]
      }
      case 'turn.failed': {
        const { message } = line.error
        turn = { type: 'failed', message }
        const notice = { type: 'agent.notice', level: 'error', text: message } as const
        // The `error` line before it says the same.
        const rest = [...usedUp(message), ...(message === lastError ? [] : [notice])]
        return [...calls.closeAll(), ...responses.finish(), ...rest]
      }
      case 'error':
        return takeRetryOrError(line.message)
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return items.take(text, line.type, `${prefix}${line.item.id}`, line.item)
    }
  }

  return {
    line: (text) => {
      if (text.trim() === '') return []
      const before = held
      held = null
      const read = readCodexLine(text)
      const events = read.type === 'known' ? take(text, read.line) : [unknownLine(text, read.reason)]
      if (events.length === 0 && held === null) held = before
      else if (before !== null) {
        const final = read.type === 'known' && read.line.type === 'turn.completed'
        return [{ type: 'agent.message', text: before, final }, ...events]
      }
      return events
    },
    end: (exit) => {
      const message = held === null ? [] : [{ type: 'agent.message', text: held, final: false } as const]
      held = null
      return {
        events: [...message, ...calls.closeAll(), ...notesInStderr(exit.errorText), ...responses.finish()],
        failure: codexFailure(turn, lastError, exit),
      }
    },
  }
}

/** The one thing that the stream tells of an account's allowance: that it is used up. */
function usedUp(message: string): readonly AgentEvent[] {
  const { kind, resetsAt } = classifyCodexMessage(message)
  if (kind !== 'usage_limit') return []
  return [{ type: 'agent.rate_limit', status: 'rejected', window: null, usedPercent: null, resetsAt }]
}
