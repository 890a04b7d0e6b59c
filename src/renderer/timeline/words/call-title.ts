import type { EventOf } from '../../../shared'
import { firstLine } from '../../lib/format'
import { stripAnsi } from '../text/ansi'

type Call = EventOf<'tool.called'>
const maxTitle = 60

/** What a call is about, short: its description where it has one, else its target, else the tool's name. */
export function callTitle(call: Call): string {
  return describedAs(call) ?? firstLine(stripAnsi(call.target ?? call.tool), maxTitle)
}

/** The description that the agent gave its call (a sub-agent's task has one); null where there is none. */
export function describedAs({ input }: Call): string | null {
  if (typeof input !== 'object' || input === null || !('description' in input)) return null
  const { description } = input
  if (typeof description !== 'string' || description.trim() === '') return null
  return firstLine(stripAnsi(description), maxTitle)
}
