import { isTestCommand, readCheckResult, type TimelineRow } from '../../../shared'
import { formatDuration, plural } from '../../lib/format'
import type { Tone } from '../../ui/chip'
import { toolKindOf, toolWords } from '../../ui/tool-icon'
import { countLines, stripAnsi } from '../text/ansi'
import { describedAs } from './call-title'
import { changeCounts } from './row-words'

export type ToolRow = Extract<TimelineRow, { readonly type: 'tool' }>
export type ToolRowWords = {
  readonly verb: string
  readonly target: string | null
  readonly chip: { readonly tone: Tone; readonly text: string } | null
  readonly note: string | null
}

/** The verb of what a call does; the tool’s own name where its kind says nothing. */
export function toolVerb(kind: string, tool: string): string {
  const known = toolKindOf(kind)
  return known === 'other' ? tool : toolWords[known]
}

/** What a call’s output is: its streamed text, or what its result carried. */
export function toolOutput({ output, result }: ToolRow): string {
  return output.text === '' ? (result?.output ?? '') : output.text
}

/** Says what a tool call did and how it went. */
export function toolRowWords(row: ToolRow): ToolRowWords {
  const { call, changes } = row
  return {
    verb: toolVerb(call.kind, call.tool),
    target: call.target === null ? describedAs(call) : stripAnsi(call.target),
    chip: resultChip(row),
    note:
      [changes.length > 0 ? changeTotals(row) : readLines(row), took(row)].filter(Boolean).join(' · ') ||
      null,
  }
}

function resultChip(row: ToolRow): ToolRowWords['chip'] {
  const { call, result } = row
  if (result === null) return null
  if (call.kind === 'run' && call.target !== null && isTestCommand(call.target)) {
    const check = readCheckResult(call.target, stripAnsi(toolOutput(row)), result.failed)
    if (check.failedCount !== null && check.failedCount > 0)
      return { tone: 'bad', text: `${check.failedCount} failed` }
    if (check.passedCount !== null && !result.failed)
      return { tone: 'ok', text: `${check.passedCount} passed` }
  }
  if (result.exitCode !== null && result.exitCode !== 0)
    return { tone: 'bad', text: `exit ${result.exitCode}` }
  return result.failed ? { tone: 'bad', text: 'failed' } : null
}

function changeTotals({ changes }: ToolRow): string | null {
  const sum = (key: 'additions' | 'deletions') =>
    changes.every((change) => change[key] === null)
      ? null
      : changes.reduce((total, change) => total + (change[key] ?? 0), 0)
  const counts = changeCounts(sum('additions'), sum('deletions'))
  return changes.length > 1 ? [plural(changes.length, 'file'), counts].filter(Boolean).join(', ') : counts
}

function readLines(row: ToolRow): string | null {
  if (row.call.kind !== 'read' || row.result === null || row.result.failed) return null
  const lines = countLines(toolOutput(row))
  return lines === 0 ? null : plural(lines, 'line')
}

/** Short calls don’t say how long they took: only where someone waited it tells something. */
function took({ call, result }: ToolRow): string | null {
  if (result === null) return call.kind === 'run' || call.kind === 'wait' ? 'running…' : null
  return call.kind === 'run' || result.durationMs >= 1000 ? formatDuration(result.durationMs) : null
}
