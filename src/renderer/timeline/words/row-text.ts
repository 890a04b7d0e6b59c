import type { TimelineRow } from '../../../shared'
import { formatExact } from '../../lib/time'
import { stripAnsi } from '../text/ansi'
import { rowWords } from './row-words'
import { toolOutput, toolRowWords } from './tool-words'

/** A row as plain text, to be copied. */
export function rowText(row: TimelineRow): string {
  if (row.type === 'tool') {
    const { verb, target, chip, note } = toolRowWords(row)
    const head = [verb, target, chip === null ? null : `(${chip.text})`, note]
    return [head.filter(Boolean).join(' '), stripAnsi(toolOutput(row))].filter(Boolean).join('\n').trimEnd()
  }
  const { lead, text, target, chip, note, when, detail } = rowWords(row.body)
  const time = when === null ? null : `${when.label} ${formatExact(when.at)}`
  const head = [lead, text, target, chip === null ? null : `(${chip.text})`, note, time]
    .filter(Boolean)
    .join(' ')
  const body = row.body.type === 'process.output' ? row.body.text : detail
  return stripAnsi([head, body].filter(Boolean).join('\n')).trimEnd()
}
