import type { EventOf } from '../../../shared'
import { firstLine } from '../../lib/format'
import { stripAnsi } from '../text/ansi'

const maxTitle = 60

/** What a call is about, short: its description where it has one, else its target, else the tool's name. */
export function callTitle({ tool, target, input }: EventOf<'tool.called'>): string {
  const described =
    typeof input === 'object' && input !== null && 'description' in input ? input.description : null
  const about = typeof described === 'string' && described.trim() !== '' ? described : target
  return firstLine(stripAnsi(about ?? tool), maxTitle)
}
