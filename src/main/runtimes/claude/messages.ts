import type { AgentEvent } from '../runtime'
import { unknownLine } from '../unknown-line'
import type { Calls } from './calls'
import { readBlock } from './content'
import { type AssistantLine, type Block, syntheticModel, type UserLine } from './lines'
import { notice } from './notices'
import type { Ending } from './outcome'
import type { Responses } from './responses'
import type { UsageLedger } from './usage'

type Events = readonly AgentEvent[]

export type MessagesDeps = {
  readonly calls: Calls
  readonly responses: Responses
  readonly ledger: UsageLedger
  /** A failure in the program's own words. */
  readonly onError: (error: NonNullable<Ending['error']>) => void
  /** What the model gave for a structured output, right or wrong. */
  readonly onStructured: (value: unknown) => void
}

/** The tool through which a model answers where a schema is asked for. */
const schemaTool = 'StructuredOutput'

/** Reads what the model said and did (`assistant`), and what came back to it (`user`). */
export function createMessages({ calls, responses, ledger, onError, onStructured }: MessagesDeps): {
  readonly readAssistant: (line: AssistantLine) => Events
  /** `text`: the line itself, to be kept where it can't be made sense of. */
  readonly readUser: (line: UserLine, text: string) => Events
} {
  const readAssistant = ({ message, parent_tool_use_id, error }: AssistantLine): Events => {
    const parent = parent_tool_use_id ?? null
    if (message.model === syntheticModel) return readOwnWords(message.content, error ?? null)
    const started = parent === null ? responses.begin(message.id, false) : []
    const content = message.content.flatMap((block): Events => readContent(block, parent))
    const usage = ledger.whole(parent, message.id, message.model, message.usage ?? null)
    return [...started, ...content, ...usage]
  }

  const readContent = (block: Block, parent: string | null): Events => {
    const content = readBlock(block)
    const by = parent === null ? {} : { parentCallId: parent }
    switch (content.type) {
      case 'text':
        return [{ type: 'agent.message', text: content.text, final: false, ...by }]
      case 'thinking':
        return [{ type: 'agent.thinking', text: content.text, ...by }]
      case 'hidden':
        return [notice('info', 'The model thought in a form that only its provider can read.')]
      case 'call': {
        if (content.name === schemaTool && parent === null) onStructured(content.input)
        const called = calls.called(content, parent)
        if (called !== null && parent === null) responses.called(content.id)
        return called === null ? [] : [called]
      }
      case 'result':
        return [unknownLine(JSON.stringify(block), 'a tool’s result in a model’s response')]
      case 'unknown':
        return [unknownLine(JSON.stringify(block), content.reason)]
    }
  }

  /** What the program says in a model's place: a failure of the model call, or the answer to a command. */
  const readOwnWords = (blocks: readonly Block[], word: string | null): Events => {
    const texts = blocks.map(readBlock).flatMap((content) => (content.type === 'text' ? [content.text] : []))
    const text = texts.join('\n')
    if (word !== null) onError({ word, text })
    return text === '' ? [] : [notice(word === null ? 'info' : 'error', text)]
  }

  const readUser = ({ message, tool_use_result, ...line }: UserLine, text: string): Events => {
    // What was asked comes back in a replay, or is a sub-agent's prompt, which its call has shown.
    const isEcho = line.isReplay === true || typeof line.parent_tool_use_id === 'string'
    if (typeof message.content === 'string')
      return isEcho || message.content === '' ? [] : [notice('info', message.content)]
    return message.content.flatMap((block): Events => {
      const content = readBlock(block)
      switch (content.type) {
        case 'text':
          return isEcho ? [] : [notice('info', content.text)]
        case 'result': {
          const events = calls.answered(content.result, tool_use_result)
          if (events === null) return [unknownLine(text, 'the result of a call that is not open')]
          return [...events, ...responses.answered(content.result.callId)]
        }
        default:
          return isEcho ? [] : [unknownLine(JSON.stringify(block), 'not expected in a user’s message')]
      }
    })
  }

  return { readAssistant, readUser }
}
