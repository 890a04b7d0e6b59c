import type { TimelineRow } from '../../../shared'

/** About how many characters a row keeps in memory. */
export function weigh(row: TimelineRow): number {
  const base = 400
  if (row.type === 'tool')
    return base + row.output.text.length + (row.result?.output?.length ?? 0) + row.changes.length * 400
  const { body } = row
  switch (body.type) {
    case 'agent.message':
    case 'agent.thinking':
    case 'process.output':
    case 'tool.output':
      return base + body.text.length
    case 'agent.unknown':
      return base + body.line.length
    case 'event.unknown':
      return base + body.raw.length
    case 'session.started':
      return base + body.prompt.length
    default:
      return base
  }
}
