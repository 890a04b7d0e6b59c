import type { EventOf } from '../../shared'

const maxLength = 64 * 1024
const maxReason = 500

/** A line that a parser can't read, kept whole up to 64 kB (I11). */
export function unknownLine(line: string, reason: string): EventOf<'agent.unknown'> {
  return { type: 'agent.unknown', line: cut(line, maxLength), reason: cut(reason, maxReason) }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} … [${text.length - length} more characters]` : text
}
